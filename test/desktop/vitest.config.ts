import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

/** Apart from the other projects, so that `npm test` neither runs nor counts what needs a real Electron. */
export default defineConfig({
  root: resolve(import.meta.dirname, "../.."),
  test: {
    name: "desktop",
    include: ["test/desktop/**/*.test.ts"],
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
