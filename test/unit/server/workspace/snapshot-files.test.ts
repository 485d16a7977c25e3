import { expect, it, vi } from "vitest";
import { limits } from "../../../../src/core/limits.ts";
import { readDocuments } from "../../../../src/server/workspace/snapshot-files.ts";

it.each(["null", "[]", "7", "{", '{"workspace.json":{}}'])(
  "says in words that %s holds no documents",
  (text) => {
    expect(() => readDocuments(text)).toThrow(/^its documents are not texts by their paths$/);
  },
);

it("refuses a document that the next start would find too large", () => {
  const documents = { "workspace.json": " ".repeat(limits.documentBytes.value + 1) };
  expect(() => readDocuments(JSON.stringify(documents))).toThrow(
    /^workspace\.json: is more than 64 MiB, the most that a document may have/,
  );
});

it("says of a document with brackets by the million that it nests too deep, before it is parsed", () => {
  const parse = vi.spyOn(JSON, "parse");
  const documents = JSON.stringify({ "workspace.json": `{"a":"]\\"]",${'"b":['.repeat(1_000_000)}` });
  expect(() => readDocuments(documents)).toThrow(
    /^workspace\.json: nests more than 64 levels deep in its document$/,
  );
  expect(parse).toHaveBeenCalledTimes(1);
  parse.mockRestore();
});

it("parses no documents that nest by the million themselves", () => {
  const parse = vi.spyOn(JSON, "parse");
  expect(() => readDocuments(`{"workspace.json":${"[".repeat(1_000_000)}`)).toThrow(
    /^its documents are not texts by their paths$/,
  );
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});
