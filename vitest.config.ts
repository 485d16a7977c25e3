import { defineConfig } from "vitest/config";

const project = (name: string, extra: object = {}) => ({
  test: { name, include: [`test/${name}/**/*.test.{ts,tsx}`], environment: "node" as const, ...extra },
});

const endToEnd = { testTimeout: 120_000, hookTimeout: 120_000 };
/** These take the default ports, end processes, or fill the disk: one after the other, and nothing beside them. */
const alone = ["test/e2e/launcher*.test.ts", "test/e2e/packaging*.test.ts"];

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project("unit"),
      project("golden"),
      project("http", { testTimeout: 30_000, hookTimeout: 30_000 }),
      // Each has a server, a port and a browser of its own, and no eye on the clock: two at a time.
      project("e2e", { ...endToEnd, exclude: alone }),
      project("launcher", { ...endToEnd, include: alone, fileParallelism: false }),
    ],
  },
});
