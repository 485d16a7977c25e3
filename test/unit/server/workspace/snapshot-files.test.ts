import { expect, it } from "vitest";
import { readDocuments } from "../../../../src/server/workspace/snapshot-files.ts";

it.each(["null", "[]", "7", '{"workspace.json":{}}'])("says in words that %s holds no documents", (text) => {
  expect(() => readDocuments(text)).toThrow(/^its documents are not texts by their paths$/);
});
