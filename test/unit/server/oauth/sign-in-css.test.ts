import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const tokensOf = (path: string): ReadonlyMap<string, string> => {
  const text = readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");
  return new Map(
    [...text.matchAll(/^\s*(--[\w-]+):\s*([^;]+);/gm)].map(([, name = "", value = ""]) => [
      name,
      value.trim().replace(/(\.\d*?)0+\b/g, "$1"),
    ]),
  );
};
const console = tokensOf("src/renderer/styles/tokens.css");
const signIn = tokensOf("resources/sign-in/sign-in.css");
const colours = [...signIn].filter(([name]) => !name.startsWith("--font"));

it("the sign-in pages have the console's colours", () => {
  expect(colours.length).toBeGreaterThan(20);
  expect(colours.filter(([name, value]) => console.get(name) !== value)).toEqual([]);
});
