import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The pieces of code in a guide of docs. */
export function guideBlocks(guide: string, language: string): string[] {
  const text = readFileSync(join(import.meta.dirname, "../../docs", guide), "utf8").replaceAll("\r\n", "\n");
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, "gm"))].map(
    ([, code = ""]) => code,
  );
}

/** What is left of code that is put into a function. */
export function withoutImports(code: string): string {
  return code
    .split("\n")
    .filter((line) => !line.startsWith("import "))
    .join("\n");
}
