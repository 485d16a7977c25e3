import { defineConfig } from "vitest/config";

const project = (name: string, extra: object = {}) => ({
  test: { name, include: [`test/${name}/**/*.test.{ts,tsx}`], environment: "node" as const, ...extra },
});

const inBrowser = { testTimeout: 120_000, hookTimeout: 120_000 };
const console = ["test/e2e/console*.test.ts", "test/e2e/events.test.ts"];

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project("unit"),
      project("golden"),
      project("http", { testTimeout: 30_000, hookTimeout: 30_000 }),
      project("e2e", { ...inBrowser, exclude: console, fileParallelism: false }),
      // Each of these has a server, a port and a browser of its own, and no eye on the clock: two at a time.
      project("console", { ...inBrowser, include: console }),
    ],
  },
});
