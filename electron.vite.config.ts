import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import { leanPackages } from "./scripts/setup/lean-packages.mjs";

const at = (path: string) => resolve(import.meta.dirname, path);

/** The console is served over HTTP with deep links, so its assets have absolute addresses; electron-vite assumes files. */
const servedOverHttp = { name: "served-over-http", enforce: "post" as const, config: () => ({ base: "/" }) };

type BundledFiles = Readonly<Record<string, { readonly originalFileNames?: readonly string[] }>>;

/** Notes which packages a bundle is made of, in `out/packages/`: their licences go with the installers. */
const notePackages = (bundle: string) => ({
  name: "note-packages",
  generateBundle(this: { getModuleIds: () => Iterable<string> }, _options: unknown, files: BundledFiles) {
    const folder = at("out/packages");
    // Fonts come by styles, which name them by a path from the room's folder.
    const assets = Object.values(files).flatMap((file) => file.originalFileNames ?? []);
    const ids = [...this.getModuleIds(), ...assets.map((name) => `/${name}`)];
    const folders = ids.flatMap((id) => packageFolder(id) ?? []);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${bundle}.json`), JSON.stringify([...new Set(folders)].sort()));
  },
});

/** `node_modules/a` or `node_modules/@a/b`, wherever that is; of nested ones the innermost. */
function packageFolder(id: string): string | undefined {
  const parts = id
    .replace(/\0|\?.*$/g, "")
    .split("\\")
    .join("/")
    .split("/node_modules/")
    .slice(1);
  const names = parts.map((part) => /^(@[^/]+\/)?[^/]+/.exec(part)?.[0]);
  return names.length === 0 ? undefined : names.map((name) => `node_modules/${name}`).join("/");
}

// `out/main` holds the desktop entry and the CLI: one server build serves both. The store's threads come beside them (build-threads.mjs).
// Everything but native modules is bundled: one file reads faster than a few hundred, which is most of the start-up time.
export default defineConfig({
  main: {
    plugins: [leanPackages(), notePackages("main")],
    build: {
      outDir: "out/main",
      target: "node20",
      externalizeDeps: false,
      sourcemap: false,
      minify: false,
      rollupOptions: {
        external: ["electron", /^@libsql\//],
        input: {
          index: at("src/main/index.ts"),
          cli: at("src/cli/index.ts"),
        },
        output: {
          format: "es",
          // A source of one byte a character is read quicker.
          charset: "ascii",
          entryFileNames: "[name].js",
          chunkFileNames: "chunks/[name]-[hash].js",
          // Node keeps the whole source in memory. What names a licence stays.
          comments: { legal: true, annotation: false, jsdoc: false },
        },
      },
    },
  },
  preload: {
    plugins: [notePackages("preload")],
    build: {
      outDir: "out/preload",
      externalizeDeps: false,
      rollupOptions: {
        external: ["electron"],
        input: { index: at("src/preload/index.ts") },
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: at("src/renderer"),
    plugins: [react(), servedOverHttp, notePackages("renderer")],
    build: {
      outDir: at("out/renderer"),
      target: "chrome130",
      sourcemap: false,
      minify: true,
      // The content security policy has no data: fonts.
      assetsInlineLimit: 0,
      rollupOptions: {
        input: { index: at("src/renderer/index.html"), chooser: at("src/renderer/chooser.html") },
      },
    },
  },
});
