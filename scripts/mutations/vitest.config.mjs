import { join } from "node:path";
import config from "../../vitest.config.ts";

// The project's own tests, for `npm run mutations`, which has many clones of them: no cache that other runs share.
const root = join(import.meta.dirname, "../..");
const cacheDir = join(root, ".vite");

export default {
  ...config,
  root,
  cacheDir,
  test: { ...config.test, projects: config.test.projects.map((project) => ({ ...project, cacheDir })) },
};
