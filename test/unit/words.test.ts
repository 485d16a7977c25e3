import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";
import { expect, test } from "vitest";

// docs/glossary.md has one word for each thing. No sentence of the program, wherever it is said, has another.
const root = join(import.meta.dirname, "../..");
const glossary = readFileSync(join(root, "docs/glossary.md"), "utf8");
const rows = [...glossary.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \|$/gm)].slice(1);
const notSaid = rows.flatMap(([, word = "", , not = ""]) =>
  not.split(", ").map((other) => ({ word, other })),
);

/** Where the other word is somebody else's: a form's field of a library, a screen reader's. */
const theirs: readonly (readonly [file: string, word: string])[] = [["oauth/device-pages.ts", "abort"]];

interface Node {
  readonly type?: string;
  readonly value?: unknown;
}

/** What is said in a file: texts of the page, and texts of more than one word. */
function sentences(path: string): string[] {
  const said: string[] = [];
  const visit = (node: unknown) => {
    if (typeof node !== "object" || node === null) return;
    const { type = "", value } = node as Node;
    if (type === "ImportDeclaration") return;
    const text =
      type === "TemplateElement"
        ? (value as { readonly cooked: string | null }).cooked
        : type === "Literal" || type === "JSXText"
          ? value
          : null;
    if (
      typeof text === "string" &&
      (/[a-z] [a-z]/i.test(text) || /^[A-Z][a-z]+$/.test(text.trim()) || type === "JSXText")
    )
      said.push(text.replace(/\s+/g, " ").trim());
    for (const [key, child] of Object.entries(node)) if (key !== "value") visit(child);
  };
  visit(parseAst(readFileSync(path, "utf8"), { lang: path.endsWith("x") ? "tsx" : "ts" }));
  return said;
}

const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => join(root, "src", path));

const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md") && name !== "glossary.md")
    .map((name) => `docs/${name}`),
];
/** What a page says beside its code. */
const prose = (page: string): string[] =>
  readFileSync(join(root, page), "utf8")
    .replace(/^```.*?^```/gms, "")
    .replaceAll(/`[^`]*`/g, "")
    .split("\n");

const patterns = notSaid.map(({ word, other }) => ({
  word,
  other,
  pattern: new RegExp(`\\b${other}\\b`, "i"),
}));
/** Where these sentences have another word than the glossary. */
const faultsOf = (place: string, said: readonly string[]): string[] =>
  said.flatMap((one) =>
    patterns
      .filter(({ pattern }) => pattern.test(one))
      .filter(({ other }) => !theirs.some(([file, word]) => place.endsWith(file) && word === other))
      .map(({ word, other }) => `${place}: "${one.slice(0, 100)}" says "${other}"; the word is ${word}`),
  );

test("every sentence has the glossary's word for a thing", () => {
  expect([files.length > 800, pages.length > 30, notSaid.length > 50]).toEqual([true, true, true]);
  expect(files.flatMap((path) => faultsOf(path.slice(root.length + 1), sentences(path)))).toEqual([]);
  expect(pages.flatMap((page) => faultsOf(page, prose(page)))).toEqual([]);
});
