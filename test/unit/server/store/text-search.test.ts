import { expect, test } from "vitest";
import { finder } from "../../../../src/server/store/text-search.ts";

test.each([
  ["москва", "Москва"],
  ["МОСКВА", "Москва"],
  ["в москве", "Встреча в Москве"],
  ["ángeles", "Los ÁNGELES"],
  ["aÉ[x]*", "(Aé[X]*)"],
  ["ß.", "Straß."],
  ["drama", "Drama"],
])("%s finds %s, in capitals or not", (q, text) => {
  expect(finder(q)(text)).toBe(true);
});

test.each([
  ["é.", "éa"],
  ["é", "e"],
  ["в москве", "в Москву"],
])("%s does not find %s", (q, text) => {
  expect(finder(q)(text)).toBe(false);
});
