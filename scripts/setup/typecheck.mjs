import { readdirSync } from "node:fs";
import { join } from "node:path";
import { runStep } from "./run-step.mjs";
import { root } from "./set-up.mjs";

/** One configuration for each set of rooms that shares its types; tsconfig.json only lists them for editors. */
export const typeConfigs = readdirSync(root)
  .filter((name) => /^tsconfig\.\w+\.json$/.test(name) && name !== "tsconfig.base.json")
  .sort();

/** The script that type-checks one configuration, below the root, and its arguments. */
export const typecheckArgs = (config) => ["node_modules/typescript/bin/tsc", "--noEmit", "-p", config];

/** Type-checks one configuration, its messages shown; gives whether it is clean. */
export async function typecheck(config) {
  const [script, ...args] = typecheckArgs(config);
  const { code } = await runStep(process.execPath, [join(root, script), ...args], { cwd: root, show: true });
  return code === 0;
}
