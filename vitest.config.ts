import { defineConfig } from "vitest/config";

const project = (name: string, extra: object = {}) => ({
  test: { name, include: [`test/${name}/**/*.test.{ts,tsx}`], environment: "node" as const, ...extra },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project("unit"),
      project("golden"),
      project("http", { testTimeout: 30_000, hookTimeout: 30_000 }),
      project("e2e", { testTimeout: 120_000, hookTimeout: 120_000, fileParallelism: false }),
    ],
  },
});
