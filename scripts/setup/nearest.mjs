import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * How likely each of these tests notices a fault in a file, from 0: 10 where it names the module, and a share for each word that
 * its path has in common with the file's, which counts the more the fewer tests have it.
 *
 * @param {string} fault the path of the file, from the project's folder
 * @param {readonly string[]} tests paths from there, too
 * @param {(path: string) => string} read
 * @returns {Map<string, number>}
 */
export function nearness(fault, tests, read) {
  const module = fault.replace(/^src/, "").replace(/\.\w+$/, ".");
  const wordsOfTests = new Map(tests.map((test) => [test, wordsOf(test)]));
  const having = (word) => [...wordsOfTests.values()].filter((words) => words.includes(word)).length;
  const worth = new Map(wordsOf(fault).map((word) => [word, 1 / Math.max(1, having(word))]));
  const near = (test) =>
    wordsOfTests
      .get(test)
      .reduce((sum, word) => sum + (worth.get(word) ?? 0), read(test).includes(module) ? 10 : 0);
  return new Map(tests.map((test) => [test, near(test)]));
}

/**
 * The tests that most likely notice it, first; those that have nothing in common with it are left out.
 *
 * @param {string} fault
 * @param {readonly string[]} tests
 * @param {(path: string) => string} read
 * @returns {string[]}
 */
export function nearestFirst(fault, tests, read) {
  const near = nearness(fault, tests, read);
  return tests.filter((test) => near.get(test) > 0).sort((a, b) => near.get(b) - near.get(a));
}

/** `src/renderer/values/ValueInput.tsx`: "value", "input"; without the room, which most share, and an s at the end. */
function wordsOf(path) {
  const words = path
    .replace(/^(src\/[^/]+|test\/(unit|golden|dom|http))\//, "")
    .replace(/^test\/|(\.test)?\.\w+$/g, "")
    .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/)
    .map((word) => word.toLowerCase().replace(/s$/, ""));
  return [...new Set(words)];
}

/** The same for the folder of a project. */
export const nearestIn = (folder) => (fault, tests) =>
  nearestFirst(fault, tests, (path) => readFileSync(join(folder, path), "utf8"));
