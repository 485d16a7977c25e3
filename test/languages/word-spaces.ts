import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type CodegenCase,
  collectionOf,
  experienceOf,
  productionKey,
  publishedOf,
  sectionOf,
  spaceOf,
  typeOf,
} from "../helpers/codegen-spaces.ts";

/** Every capitalised word of the source in these folders, comments apart. */
export function wordsIn(...folders: string[]): string[] {
  const texts = folders.flatMap((folder) =>
    readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8").replace(/\/\/.*$/gm, "")),
  );
  return [...new Set(texts.flatMap((text) => text.match(/\b[A-Z][A-Za-z0-9]*\b/g) ?? []))].sort();
}

/** The key whose words make this one: `URLSession` is `u-r-l-session`. */
const keyOf = (word: string): string => (word.match(/[A-Z][a-z0-9]*/g) ?? []).join("-").toLowerCase();

/** A Space that is called so, with one of everything. */
export function spaceCalled(word: string): CodegenCase {
  const types = [typeOf("hero", [{ key: "since", type: "date" }])];
  const document = spaceOf({ key: keyOf(word), name: word }, types, [
    collectionOf("home", [experienceOf("top", "hero")], [sectionOf("body", ["hero"], [])]),
  ]);
  return { document, production: publishedOf(document, ["home"]), revision: 1, productionKey };
}
