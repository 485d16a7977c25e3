import { posix } from "node:path";
import { nearness } from "./nearest.mjs";

/** What a module imports of the project; the first group where it is types alone, which only the compiler sees. */
const imports =
  /(?:^|[\s;])(?:import|export)\s+(type\s)?[^"';]*?from\s*"(\.[^"]+)"|import\s*\(?\s*"(\.[^"]+)"/g;
/** The folders whose tests are tried, and in which order where all else is equal: the quick ones first. */
const layers = ["test/unit/", "test/golden/", "test/dom/", "test/store/", "test/http/"];

/**
 * The tests that can notice a change, the likeliest first: those that were changed themselves, then those that load what was
 * changed, by how near they are to it. A file that no module loads (a template, a page of the docs) counts as loaded by every
 * module whose text names it, or a folder of it; tests that share words with its path are tried, too.
 *
 * @param {readonly string[]} changed paths from the project's folder
 * @param {readonly string[]} paths all of the project's
 * @param {(path: string) => string} read
 * @returns {string[]}
 */
export function relatedTests(changed, paths, read) {
  const texts = modulesIn(paths, read);
  const tests = [...texts.keys()].filter((path) => layerOf(path) >= 0 && /\.test\.tsx?$/.test(path));
  const loaders = importersIn(texts, { types: false });
  const importers = importersIn(texts, { types: true });
  const worth = new Map();
  const add = (test, points) => worth.set(test, (worth.get(test) ?? 0) + points);
  for (const path of changed) {
    const near = nearness(path, tests, (test) => texts.get(test));
    const isModule = importers.has(path);
    const distances = distancesFrom(path, isModule ? loaders : withNaming(path, texts, loaders));
    for (const test of tests)
      if (distances.has(test)) add(test, near.get(test) + 2 / Math.max(1, distances.get(test)));
      else if (!isModule && near.get(test) > 0) add(test, near.get(test));
    if (worth.has(path)) add(path, 100);
  }
  return [...worth.keys()].sort((a, b) => worth.get(b) - worth.get(a) || layerOf(a) - layerOf(b));
}

/**
 * The modules that import one of these: lint may see something else in them now.
 *
 * @param {readonly string[]} changed
 * @param {readonly string[]} paths
 * @param {(path: string) => string} read
 * @returns {string[]}
 */
export function importersOf(changed, paths, read) {
  const importers = importersIn(modulesIn(paths, read), { types: true });
  return changed.flatMap((path) => importers.get(path) ?? []);
}

const modulesIn = (paths, read) =>
  new Map(
    paths
      .filter((path) => /^(src|test|scripts|bin|examples)\/.*\.(tsx?|mjs)$/.test(path))
      .map((path) => [path, read(path)]),
  );

const layerOf = (test) => layers.findIndex((layer) => test.startsWith(layer));

function importersIn(texts, { types }) {
  const importers = new Map();
  for (const [path, text] of texts)
    for (const [, type, from, alone] of text.matchAll(imports))
      if (types || type === undefined) {
        const target = posix.join(posix.dirname(path), from ?? alone);
        importers.set(target, [...(importers.get(target) ?? []), path]);
      }
  return importers;
}

/** With those that name a file, or a folder of it, in their text. */
function withNaming(path, texts, loaders) {
  const [, ...folders] = posix.dirname(path).split("/");
  const names = [posix.basename(path), ...folders].map((name) => name.replaceAll(/[^\w-]/g, "\\$&"));
  const naming = new RegExp(`["'\`/](${names.join("|")})["'\`/]`);
  const those = [...texts].filter(([, text]) => naming.test(text)).map(([module]) => module);
  return new Map([...loaders, [path, those]]);
}

/** How many steps away each file is that loads this one, or something that does. */
function distancesFrom(path, loaders) {
  const distances = new Map([[path, 0]]);
  const queue = [path];
  for (let at = queue.shift(); at !== undefined; at = queue.shift())
    for (const next of loaders.get(at) ?? [])
      if (!distances.has(next)) {
        distances.set(next, distances.get(at) + 1);
        queue.push(next);
      }
  return distances;
}
