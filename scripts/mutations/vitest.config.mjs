import { appendFileSync } from "node:fs";
import { join } from "node:path";
import config from "../../vitest.config.ts";

// The project's own tests, for `npm run mutations`, which has clones of them: no cache that other runs share. With
// UNDERSTUDY_REACHED, a file's path, which marks each test file comes by is written there.
const root = join(import.meta.dirname, "../..");
const cacheDir = join(root, ".vite");
const { UNDERSTUDY_REACHED: marks } = process.env;

const keepMark = (_context, number, file) => appendFileSync(marks, `${number} ${file} 0 0 0\n`);

const withMarks = ({ setupFiles = [], browser, ...test }) => ({
  ...test,
  setupFiles: [join(import.meta.dirname, "reached-setup.mjs"), ...setupFiles],
  ...(browser && { browser: { ...browser, commands: { ...browser.commands, keepMark } } }),
});

export default {
  ...config,
  root,
  cacheDir,
  test: {
    ...config.test,
    projects: config.test.projects.map((project) => ({
      ...project,
      cacheDir,
      test: marks === undefined ? project.test : withMarks(project.test),
    })),
  },
};
