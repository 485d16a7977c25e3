import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

/** What test/vectors/<name>.json holds: the same for every language that needs it. */
export const vectors = <T>(name: string): T =>
  JSON.parse(readFileSync(resolve(root, `test/vectors/${name}.json`), "utf8"));

export const readGuide = (name: string): string => readFileSync(resolve(root, `docs/${name}.md`), "utf8");
