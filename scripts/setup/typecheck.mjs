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
  bring(here);
  let clean = true;
  for (const config of typeConfigs) {
    const remember = ["--incremental", "--tsBuildInfoFile", join(memory, `${config}.tsbuildinfo`)];
    // By itself it checks with four threads, each of which works out the types anew: twice the work, which two cores have no use for.
    const args = [
      "node_modules/typescript/bin/tsc",
      "--noEmit",
      "--singleThreaded",
      "-p",
      config,
      ...remember,
    ];
    clean = (await run(config, args)) && clean;
  }
  takeAlong(here);
  return clean;
}

/** What others are just exchanging, or broke, is not worth a failure: it is made anew. */
function bring(here) {
  if (existsSync(here)) return;
  const beside = `${here}.${process.pid}`;
  try {
    cpSync(shared, beside, { recursive: true });
    renameSync(beside, here);
  } catch {
    rmSync(beside, { recursive: true, force: true });
  }
}

/** Whole or not at all, as others may be at the same. */
function takeAlong(here) {
  const beside = `${shared}.${process.pid}`;
  try {
    cpSync(here, beside, { recursive: true });
    rmSync(shared, { recursive: true, force: true });
    renameSync(beside, shared);
  } catch {
    rmSync(beside, { recursive: true, force: true });
  }
}
