import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { CodeFile } from "../../src/server/codegen/codegen-resources.ts";
import { root } from "./built-program.ts";

/** The browser runtime as it goes with generated code. */
const runtime = join(root, "out/sdk/browser");

export function writeFiles(folder: string, files: readonly CodeFile[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A project of somebody else's with the generated files in `src/understudy-code`. */
export function projectWith(files: readonly CodeFile[]): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "understudy-generated-")));
  writeFileSync(join(folder, "package.json"), '{"name":"somebody-elses","type":"module","private":true}\n');
  writeFiles(join(folder, "src"), files);
  if (files.some((file) => file.path.startsWith("understudy/"))) return folder;
  mkdirSync(join(folder, "src/understudy"));
  for (const name of ["index.js", "index.d.ts"])
    cpSync(join(runtime, name), join(folder, "src/understudy", name));
  return folder;
}

/** Runs a tool of node_modules in a folder: its exit code and all that it says. */
export function runTool(
  tool: string,
  args: readonly string[],
  cwd: string,
): { code: number | null; says: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "node_modules", tool), ...args],
    {
      cwd,
      encoding: "utf8",
    },
  );
  return { code: status, says: `${stdout}${stderr}` };
}

const strict = [
  "--strict",
  "--exactOptionalPropertyTypes",
  "--noUncheckedIndexedAccess",
  "--noImplicitOverride",
  "--noUnusedLocals",
  "--noUnusedParameters",
  "--noPropertyAccessFromIndexSignature",
  "--verbatimModuleSyntax",
  "--isolatedModules",
  "--erasableSyntaxOnly",
  "--isolatedDeclarations",
  "--declaration",
];
const modules = [
  "--module",
  "esnext",
  "--moduleResolution",
  "bundler",
  "--target",
  "es2022",
  "--lib",
  "es2022,dom",
  "--types",
  "",
  // TypeScript's own declarations are nobody's here, and take most of the time. Ours are checked.
  "--skipDefaultLibCheck",
];

/** Compiles `files` of a project with the strictest options into `out/`. */
export const compileTypeScript = (folder: string, files: readonly string[]) =>
  runTool(
    "typescript/bin/tsc",
    [...strict, ...modules, "--rootDir", "src", "--outDir", "out", ...files],
    folder,
  );

/** Checks the JSDoc types of `files` of a project. */
export const checkJavaScript = (folder: string, files: readonly string[]) =>
  runTool(
    "typescript/bin/tsc",
    [
      ...["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noUnusedLocals"],
      ...["--allowJs", "--checkJs", "--noEmit", ...modules, ...files],
    ],
    folder,
  );

/** The linter's recommended rules, and none of this repository's. */
export const lint = (folder: string, path: string) =>
  runTool("@biomejs/biome/bin/biome", ["lint", "--max-diagnostics=20", path], folder);
