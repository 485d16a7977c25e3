import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SetupError } from "./report.mjs";
import { runStep } from "./run-step.mjs";

/** Where the public types are declared; what one of these exports is exported by the package. */
const DECLARING = ["types", "client", "session", "experience", "section", "collection", "version"];

/**
 * Builds the browser SDK into `out/sdk/browser` or another folder, which is then what a package would be: ESM, CommonJS, a script for a
 * `<script>` tag, their types, and the React hooks beside them. Codegen ships the ESM files from there.
 */
export async function buildSdk(root, to = join(root, "out/sdk/browser")) {
  const from = join(root, "src/sdk/browser");
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  const builds = [
    { entry: "index.ts", format: "es", file: "index.js" },
    { entry: "index.ts", format: "cjs", file: "index.cjs" },
    { entry: "index.ts", format: "iife", file: "understudy.iife.js" },
    { entry: "react/react.ts", format: "es", file: "react.js" },
    { entry: "react/react.ts", format: "cjs", file: "react.cjs" },
  ];
  for (const build of builds) await bundleSdk({ root, from, to, ...build });
  await declareTypes(root, to);
  const manifest = await manifestOf(from);
  await writeFile(join(to, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await cp(join(root, "LICENSE"), join(to, "LICENSE"));
  await cp(join(root, "docs/browser-sdk.md"), join(to, "README.md"));
}

/** Generated code lies among an app's own, whose linters and checkers have rules of their own. */
const notToCheck = `/* eslint-disable */
// biome-ignore-all lint: compiled
// @ts-nocheck as it is compiled: its types are declared beside it`;

/** The files that people read stay readable: their own build makes them small. The one for a script tag is small itself. */
async function bundleSdk({ root, from, to, entry, format, file }) {
  const { build } = await import("vite");
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: {
      outDir: to,
      emptyOutDir: false,
      target: "es2020",
      minify: format === "iife",
      lib: { entry: join(from, entry), formats: [format], name: "Understudy", fileName: () => file },
      rollupOptions: { external: ["react"], output: format === "es" ? { banner: notToCheck } : {} },
    },
  });
}

async function declareTypes(root, to) {
  const folder = await mkdtemp(join(tmpdir(), "understudy-types-"));
  try {
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const options = ["--noEmit", "false", "--emitDeclarationOnly", "--declaration", "--stripInternal"];
    const args = [tsc, "-p", "tsconfig.sdk.json", ...options, "--rootDir", "src", "--outDir", folder];
    const { code } = await runStep(process.execPath, args, { cwd: root, show: true });
    if (code !== 0) throw new SetupError("The SDK's types could not be made; the reason is above.");
    const declared = (name) => readFile(join(folder, "sdk/browser", `${name}.d.ts`), "utf8");
    const index = (await Promise.all(DECLARING.map(declared))).map(withoutImports).join("\n");
    await writeBoth(to, "index", () => index);
    const react = withoutImports(await declared("react/react"));
    const names = ["Client", "Experience", "Section", "Session", "SessionStatus"].join(", ");
    await writeBoth(to, "react", (ending) => `import type { ${names} } from "./index.${ending}";\n${react}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * One declaration file is all of them after one another: what they import of each other is there already. Linters take `#private` for a
 * member that nobody uses.
 */
function withoutImports(text) {
  return text
    .replace(/^import [^;]*;\n/gm, "")
    .replace(/^export \{\};\n/gm, "")
    .replace(/^ +#private;\n/gm, "");
}

async function writeBoth(to, name, text) {
  await writeFile(join(to, `${name}.d.ts`), text("js"));
  await writeFile(join(to, `${name}.d.cts`), text("cjs"));
}

async function manifestOf(from) {
  const version = /version: "([^"]+)"/.exec(await readFile(join(from, "version.ts"), "utf8"))?.[1];
  if (version === undefined) throw new SetupError("src/sdk/browser/version.ts names no version.");
  const entry = (name) => ({
    import: { types: `./${name}.d.ts`, default: `./${name}.js` },
    require: { types: `./${name}.d.cts`, default: `./${name}.cjs` },
  });
  return {
    name: "understudy-browser",
    version,
    description: "The browser runtime of Understudy: typed Experiences, live or locked, with fallbacks.",
    license: "MIT",
    type: "module",
    sideEffects: false,
    engines: { node: ">=18" },
    main: "./index.cjs",
    module: "./index.js",
    types: "./index.d.cts",
    exports: { ".": entry("index"), "./react": entry("react"), "./package.json": "./package.json" },
    unpkg: "./understudy.iife.js",
    files: ["*.js", "*.cjs", "*.d.ts", "*.d.cts"],
    peerDependencies: { react: ">=18" },
    peerDependenciesMeta: { react: { optional: true } },
  };
}
