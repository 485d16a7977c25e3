import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import { leanPackages } from "./scripts/setup/lean-packages.mjs";
import { notePackages } from "./scripts/setup/note-packages.mjs";

const at = (path: string) => resolve(import.meta.dirname, path);

/** The console is served over HTTP with deep links, so its assets have absolute addresses; electron-vite assumes files. */
const servedOverHttp = { name: "served-over-http", enforce: "post" as const, config: () => ({ base: "/" }) };

const isNoEntry = (id: string) => !/\.html$|[/\\]main\.tsx$/.test(id);

type ModuleOf = (id: string) => { readonly importedIds: readonly string[] } | null;

let chooser: Set<string> | undefined;

/** Whether the chooser's page needs a module: it is made of no more than a little of the console. Modules' names have slashes everywhere. */
function isInChooser(id: string, moduleOf: ModuleOf): boolean {
  if (chooser === undefined) {
    chooser = new Set([at("src/renderer/chooser/main.tsx").replaceAll("\\", "/")]);
    for (const one of chooser) for (const imported of moduleOf(one)?.importedIds ?? []) chooser.add(imported);
  }
  return chooser.has(id);
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
    // Plain CSS: with this no plugins are looked for in a project around this one, as in scripts/build.mjs and vitest.config.ts.
    css: { postcss: {} },
    plugins: [react(), servedOverHttp, notePackages("renderer")],
    build: {
      outDir: at("out/renderer"),
      target: "chrome130",
      // Without a Safari here prefixes and longer forms that only it needs are taken out.
      cssTarget: ["chrome130", "safari18.2"],
      sourcemap: false,
      minify: true,
      // The content security policy has no data: fonts.
      assetsInlineLimit: 0,
      rollupOptions: {
        input: { index: at("src/renderer/index.html"), chooser: at("src/renderer/chooser.html") },
        output: {
          // A first load asks for what many chunks share as two files. They were 53, and it cost the processor half as much again.
          codeSplitting: {
            groups: [
              {
                name: (id, graph) => (isInChooser(id, (one) => graph.getModuleInfo(one)) ? "base" : null),
                test: isNoEntry,
                priority: 1,
              },
              { name: "console", tags: ["$initial"], test: isNoEntry },
            ],
          },
        },
      },
    },
  },
});
