import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, lstatSync, mkdirSync, readFileSync } from "node:fs";
import { cp, mkdir, rename, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { explainNpm, npmCi } from "./install.mjs";
import { SetupError } from "./report.mjs";
import { root } from "./set-up.mjs";

/** Outside of the checkout: what is in it is large, and no checkout changes it. */
export const cacheFolder = findCacheFolder();

function findCacheFolder() {
  const caches = [process.env.XDG_CACHE_HOME, join(homedir(), ".cache")].find(isWritable);
  return caches === undefined ? folderOfOurs(tmpdir()) : join(caches, "understudy");
}

/**
 * Where everybody may write, a folder may be there that somebody else has filled with programs: ours are run from one of this
 * person's own, which nobody else can open. Windows has such a place for each person.
 *
 * @param {string} place
 * @throws Error naming a folder that is not to be believed
 */
export function folderOfOurs(place, uid = process.getuid?.()) {
  if (uid === undefined) return join(place, "understudy");
  const folder = join(place, `understudy-${uid}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || stats.uid !== uid || (stats.mode & 0o077) !== 0)
    throw new Error(
      `${folder} may hold somebody else's programs: it is not a folder of yours alone. Delete it, or name another place in XDG_CACHE_HOME.`,
    );
  return folder;
}

/** Some machines run tests as somebody without a home. */
function isWritable(folder) {
  if (!folder) return false;
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const packagesOf = (name) => join(root, "test/toolchains", name);

/** Where the packages of a folder of test/toolchains are. */
export function toolchainFolder(name) {
  const lock = createHash("sha256").update(readFileSync(join(packagesOf(name), "package-lock.json")));
  return join(cacheFolder, `${name}-${lock.digest("hex").slice(0, 12)}`);
}

/** The registry may be slow, so it is asked three times; the folder is there whole or not at all. @throws SetupError */
export async function fetchToolchain(name, title) {
  const folder = toolchainFolder(name);
  if (existsSync(folder)) return;
  const beside = `${folder}.${process.pid}`;
  let said = "";
  for (let time = 0; time < 3; time += 1) {
    await rm(beside, { recursive: true, force: true });
    await mkdir(beside, { recursive: true });
    for (const file of ["package.json", "package-lock.json"])
      await cp(join(packagesOf(name), file), join(beside, file));
    const { code, output } = await npmCi(beside, ["--ignore-scripts"]);
    if (code === 0) {
      // Somebody else may have been quicker: theirs is as good.
      if (!existsSync(folder)) await rename(beside, folder);
      await rm(beside, { recursive: true, force: true });
      return;
    }
    said = output;
  }
  throw new SetupError(`${title} is not here. ${explainNpm(said)}`);
}
