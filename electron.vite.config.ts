import { resolve } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";

const at = (path: string) => resolve(import.meta.dirname, path);

/** The console is served over HTTP with deep links, so its assets have absolute addresses; electron-vite assumes files. */
const servedOverHttp = { name: "served-over-http", enforce: "post" as const, config: () => ({ base: "/" }) };

// `out/main` holds the desktop entry, the CLI and the store's worker threads: one server build serves them all.
// Everything but native modules is bundled: one file reads faster than a few hundred, which is most of the start-up time.
export default defineConfig({
  main: {
    build: {
      outDir: "out/main",
      target: "node20",
      externalizeDeps: false,
      sourcemap: false,
      minify: false,
      rollupOptions: {
        external: ["electron", "libsql", /^@libsql\//],
        input: {
          index: at("src/main/index.ts"),
          cli: at("src/cli/index.ts"),
          "store-writer": at("src/server/store/store-writer.ts"),
          "store-reader": at("src/server/store/store-reader.ts"),
          "population-worker": at("src/server/population/population-worker.ts"),
        },
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
      },
    },
  },
  preload: {
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
    plugins: [react(), tailwindcss(), servedOverHttp],
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
