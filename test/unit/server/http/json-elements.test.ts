import { expect, test } from "vitest";
import { limits } from "../../../../src/core/limits.ts";
import { parseJson } from "../../../../src/server/http/json-body.ts";
import { parseElements as fromPieces } from "../../../../src/server/http/json-elements.ts";

/** Parses a text that comes in pieces of so many characters, the first of them at once. */
async function parseElements(text: string, size = 64 * 1024) {
  const pieces = (function* () {
    for (let at = size; at < text.length; at += size) yield text.slice(at, at + size);
  })();
  return fromPieces(text.slice(0, size), { next: async () => pieces.next() });
}

test.each(["[]", " [ ] ", "[1]", '[1, "a,]\\"[{", {"a":[1,2],"b":{}}, [], null ] ', '["\\\\", "\\\\\\""]'])(
  "a list element by element is the list: %s",
  async (text) => {
    for (let size = text.indexOf("[") + 1; size <= text.length; size += 1)
      expect(await parseElements(text, size)).toEqual(JSON.parse(text));
  },
);

test.each(["[", "[1", "[1,", "[1,]", "[,]", "[1}", "[1] 2", "[1]]", '["a', "[1 2]", "[[1}]"])(
  "what is no list of JSON is refused: %s",
  async (text) => {
    for (let size = 1; size <= text.length; size += 1)
      await expect(parseElements(text, size)).rejects.toMatchObject({ code: "invalid-json" });
  },
);

test("others get their turn while a long list is parsed", async () => {
  const text = `[${"{},".repeat(1_000_000)}{}]`;
  let turns = 0;
  const beat = setInterval(() => {
    turns += 1;
  });
  expect(await parseElements(text)).toHaveLength(1_000_001);
  clearInterval(beat);
  expect(turns).toBeGreaterThan(3);
});

test.each([
  ["values", `[${"1,".repeat(limits.jsonValues.value)}1]`, "too-large"],
  ["levels", "[".repeat(limits.jsonDepth.value + 1) + "]".repeat(limits.jsonDepth.value + 1), "invalid-json"],
])("too many %s are refused before anything is made of them", (_what, text, code) => {
  expect(() => parseJson(text)).toThrow(expect.objectContaining({ code }));
});

test("an element is no longer than a line of NDJSON, and nothing else is longer either", async () => {
  const long = `"${"x".repeat(limits.lineBytes.value)}"`;
  await expect(parseElements(`[${long}]`)).rejects.toMatchObject({ code: "too-large" });
  expect(() => parseJson(`{"a":${long}}`)).toThrow(expect.objectContaining({ code: "too-large" }));
  const just = `"${"x".repeat(limits.lineBytes.value - 2)}"`;
  expect(await parseElements(`[1,${just},2]`)).toHaveLength(3);
  await expect(parseElements(`[1,${just} ,2]`)).rejects.toMatchObject({ code: "too-large" });
});

test("a list has its own limit of values", async () => {
  const text = `[${"1,".repeat(limits.jsonListValues.value)}1]`;
  await expect(parseElements(text)).rejects.toMatchObject({ code: "too-large" });
});
