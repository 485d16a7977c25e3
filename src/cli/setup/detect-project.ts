import { existsSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../core/limits.ts";
import { plainText } from "../../server/plain-text.ts";

/** What a folder looks like, for the first guess at language and place. */
export interface ProjectKind {
  readonly lang: "typescript" | "javascript";
  readonly out: string;
  /** Why the language is that, in words; null where nothing says so. */
  readonly because: string | null;
}

/** Looks at package.json and tsconfig.json; changes nothing. */
export function detectProject(folder: string): ProjectKind {
  const has = (name: string) => existsSync(join(folder, name));
  const out = has("src") ? "src/understudy-code" : "understudy-code";
  if (has("tsconfig.json")) return { lang: "typescript", out, because: "there is a tsconfig.json" };
  if (dependsOn(folder, "typescript"))
    return { lang: "typescript", out, because: "package.json names typescript" };
  return {
    lang: "javascript",
    out,
    because: has("package.json") ? "package.json names no typescript" : null,
  };
}

function dependsOn(folder: string, name: string): boolean {
  try {
    const manifest: unknown = JSON.parse(
      plainText(join(folder, "package.json"), limits.projectFileBytes.value),
    );
    const { dependencies = {}, devDependencies = {} } = manifest as Record<string, object | undefined>;
    return name in dependencies || name in devDependencies;
  } catch {
    return false;
  }
}
