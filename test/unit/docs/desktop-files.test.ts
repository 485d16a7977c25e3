import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(resolve(root, path), "utf8");

it("says of no other file that the system opens the app with it than of those that it is registered for", () => {
  const registered = [...read("electron-builder.config.mjs").matchAll(/\bext: "(\w+)"/g)].map(
    ([, ext]) => ext,
  );
  expect(registered).toEqual(["understudy"]);
  const sentences = read("docs/desktop.md").split(/(?<=[.:]) |\n/);
  const opening = sentences.filter((one) => /with the app|from the system|double click/.test(one));
  expect(opening.length).toBeGreaterThan(2);
  expect(opening.filter((one) => one.includes("workspace.json"))).toEqual([]);
});
