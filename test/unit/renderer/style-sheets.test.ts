import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../../src/renderer");
const sheets = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".css"),
);

const selectors = (file: string): readonly string[] =>
  [
    ...readFileSync(join(root, file), "utf8")
      .replace(/\/\*.*?\*\//gs, "")
      .matchAll(/([^{}]+)\{/g),
  ].flatMap(([, all = ""]) => all.split(",").map((one) => one.trim()));
const ofPages = sheets.filter((file) => !file.startsWith("styles"));

/** The classes that a sheet gives a look wherever they stand, such as `.tried { … }`. */
const lone = (file: string): readonly string[] => selectors(file).filter((one) => /^\.[\w-]+$/.test(one));

it("no class has its look from the sheets of two pages: the page that was opened last would decide", () => {
  const bySheet = ofPages.map((file) => ({ file, classes: new Set(lone(file)) }));
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

it("no page's sheet lays out the frame: it comes when the page is fetched, and the frame would jump then", () => {
  const framed = ofPages.flatMap((file) => selectors(file).filter((one) => /\.app\b(?!.* )/.test(one)));
  expect(framed).toEqual([]);
});
