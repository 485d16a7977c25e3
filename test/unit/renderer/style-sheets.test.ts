import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../../src/renderer");
const sheets = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".css"),
);

/** The classes that a sheet gives a look wherever they stand, such as `.tried { … }`. */
const lone = (file: string): readonly string[] =>
  [
    ...readFileSync(join(root, file), "utf8")
      .replace(/\/\*.*?\*\//gs, "")
      .matchAll(/([^{}]+)\{/g),
  ].flatMap(([, selectors = ""]) =>
    selectors
      .split(",")
      .map((one) => one.trim())
      .filter((one) => /^\.[\w-]+$/.test(one)),
  );

it("no class has its look from the sheets of two pages: the page that was opened last would decide", () => {
  const bySheet = sheets
    .filter((file) => !file.startsWith("styles"))
    .map((file) => ({ file, classes: new Set(lone(file)) }));
  const twice = bySheet.flatMap(({ file, classes }, at) =>
    bySheet
      .slice(at + 1)
      .flatMap((other) =>
        [...classes]
          .filter((one) => other.classes.has(one))
          .map((one) => `${one} in ${file} and ${other.file}`),
      ),
  );
  expect(bySheet.length).toBeGreaterThan(5);
  expect(twice).toEqual([]);
});
