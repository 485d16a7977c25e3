import { expect, test } from "vitest";
import { foldCase, spellings } from "../../../../src/server/store/text-search.ts";

const finds = (q: string, text: string) =>
  spellings(q).some((spelling) => foldCase(text).includes(foldCase(spelling)));

test.each([
  ["москва", "Москва"],
  ["МОСКВА", "Москва"],
  ["иван петров", "Иван Петров"],
  ["война и мир", "Война и мир"],
  ["ängström östlund", "Ängström Östlund"],
  ["осква", "Москва"],
  ["Москва", "МОСКВА"],
])("%s finds %s: beyond ASCII in the capitals that a text mostly has", (q, text) => {
  expect(finds(q, text)).toBe(true);
});
