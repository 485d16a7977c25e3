import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The tests that most likely notice a fault, first: those that name its module, then those whose path shares words with
 * its own, where a word counts the more the fewer tests have it. Those that share nothing are left out.
 *
 * @param {string} fault the path of the source, from the project's folder
 * @param {string[]} tests paths from there, too
 * @param {(path: string) => string} read
 * @returns {string[]}
 */
export function nearestFirst(fault, tests, read) {
  const module = fault.replace(/^src/, "").replace(/\.tsx?$/, ".");
  const wordsOfTests = new Map(tests.map((test) => [test, wordsOf(test)]));
  const having = (word) => [...wordsOfTests.values()].filter((words) => words.includes(word)).length;
  const worth = new Map(wordsOf(fault).map((word) => [word, 1 / Math.max(1, having(word))]));
  const near = new Map(
    tests.map((test) => [
      test,
      wordsOfTests
        .get(test)
        .reduce((sum, word) => sum + (worth.get(word) ?? 0), read(test).includes(module) ? 10 : 0),
    ]),
  );
  return tests.filter((test) => near.get(test) > 0).sort((a, b) => near.get(b) - near.get(a));
}

/** `src/renderer/values/ValueInput.tsx`: "value", "input"; without the room, which most share, and an s at the end. */
function wordsOf(path) {
  const words = path
    .replace(/^(src\/[^/]+|test\/(unit|golden|dom|http))\//, "")
    .replace(/^test\/|(\.test)?\.tsx?$/g, "")
    .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/)
    .map((word) => word.toLowerCase().replace(/s$/, ""));
  return [...new Set(words)];
}

/** The same for the folder of a project. */
export const nearestIn = (folder) => (fault, tests) =>
  nearestFirst(fault, tests, (path) => readFileSync(join(folder, path), "utf8"));
