import { join } from "node:path";
import { leanPackages } from "./lean-packages.mjs";
import { notePackages } from "./note-packages.mjs";

/** The store's threads, by the name that `worker-entry.ts` starts them by. */
const threads = {
  "store-writer": "store-writer.ts",
  "store-reader": "store-reader.ts",
  "store-scanner": "scan/scan-worker.ts",
  "store-files": "file-worker.ts",
};

/**
 * Builds the store's threads into `out/main`, each as one CommonJS script of its own, and what only `import()` asks for beside it. A
 * thread is started for each workspace, look or copy, and most of what that takes is loading its code: 20 modules that it shared with the
 * server took twice as long.
 */
export async function buildThreads(root) {
  const { build } = await import("vite");
  for (const [name, file] of Object.entries(threads))
    await build({
      root,
      configFile: false,
      publicDir: false,
      logLevel: "error",
      plugins: [leanPackages(), notePackages(name)],
      ssr: { noExternal: true },
      build: {
        outDir: join(root, "out/main"),
        emptyOutDir: false,
        target: "node20",
        minify: false,
        ssr: true,
        rollupOptions: {
          external: [/^@libsql\//],
          input: { [name]: join(root, "src/server/store/sqlite", file) },
          // `core` is pure: schemas of which a thread needs none would have it load zod.
          treeshake: { moduleSideEffects: [{ test: /[\\/]src[\\/]core[\\/]/, sideEffects: false }] },
          output: {
            format: "cjs",
            charset: "ascii",
            entryFileNames: "[name].cjs",
            chunkFileNames: "chunks/[name]-[hash].cjs",
            comments: { legal: true, annotation: false, jsdoc: false },
          },
        },
      },
    });
}
