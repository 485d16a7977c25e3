import { cpSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./set-up.mjs";
import { cacheFolder } from "./toolchain.mjs";

/** One configuration for each set of rooms that shares its types; tsconfig.json only lists them for editors. */
const typeConfigs = readdirSync(root)
  .filter((name) => /^tsconfig\.\w+\.json$/.test(name) && name !== "tsconfig.base.json")
  .sort();

/** What the compiler remembers of each file by its content: it looks again only at what is another, and at what that reaches. */
const memory = "node_modules/.types";
/** The same from other checkouts: only its place below the root counts. */
const shared = join(cacheFolder, "types");

/**
 * Type-checks every configuration, and gives whether all are clean. `run` gets the script, below the root, and its arguments, and gives
 * whether this one is.
 *
 * @param {(config: string, args: readonly string[]) => Promise<boolean>} run
 */
export async function typecheckAll(run) {
  const here = join(root, memory);
  if (!existsSync(here) && existsSync(shared)) cpSync(shared, here, { recursive: true });
  let clean = true;
  for (const config of typeConfigs) {
    const remember = ["--incremental", "--tsBuildInfoFile", join(memory, `${config}.tsbuildinfo`)];
    const args = ["node_modules/typescript/bin/tsc", "--noEmit", "-p", config, ...remember];
    clean = (await run(config, args)) && clean;
  }
  takeAlong(here);
  return clean;
}

/** Whole or not at all: other checkouts may be at the same. */
function takeAlong(here) {
  if (!existsSync(here)) return;
  const beside = `${shared}.${process.pid}`;
  cpSync(here, beside, { recursive: true });
  rmSync(shared, { recursive: true, force: true });
  try {
    renameSync(beside, shared);
  } catch {
    rmSync(beside, { recursive: true, force: true });
  }
}
