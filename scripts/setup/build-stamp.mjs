import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** All that the build reads: a change in any of these makes `out/` stale. */
const INPUTS = [
  "src",
  "resources",
  "examples/web",
  "electron.vite.config.ts",
  "package.json",
  "package-lock.json",
  "scripts/build.mjs",
  "scripts/setup/build-sdk.mjs",
  "scripts/setup/build-threads.mjs",
  "scripts/setup/lean-packages.mjs",
  "scripts/setup/note-packages.mjs",
  "tsconfig.sdk.json",
  "docs/browser-sdk.md",
];

const stampPath = (root) => join(root, "out", ".build-stamp");

/**
 * A hash over every input's path and content. Content, not times: it takes some 10 ms, and a checkout that goes back
 * and forth between branches cannot fool it.
 */
export function fingerprint(root) {
  const hash = createHash("sha256");
  for (const file of INPUTS.flatMap((input) => filesUnder(root, input))) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** Whether `out/` was built from just these inputs. */
export function isBuilt(root) {
  const stamp = stampPath(root);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint(root);
}

/** Before a build: what is in `out/` is no longer vouched for. */
export function dropStamp(root) {
  rmSync(stampPath(root), { force: true });
}

/** After a build that ended well. `built` is the fingerprint from before it, so that an edit in between counts. */
export function writeStamp(root, built) {
  writeFileSync(stampPath(root), built);
}

function filesUnder(root, path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  const entries = readEntries(full);
  if (entries === null) return [path];
  return entries.flatMap((entry) => {
    const child = `${path}/${entry.name}`;
    if (entry.isDirectory()) return filesUnder(root, child);
    return entry.isFile() ? [child] : [];
  });
}

/** Sorted, so that the hash does not depend on the file system's order; null for a file. */
function readEntries(path) {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (error.code === "ENOTDIR") return null;
    throw error;
  }
}
