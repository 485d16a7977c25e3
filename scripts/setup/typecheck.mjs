import { readdirSync } from "node:fs";
import { join } from "node:path";
import { runStep } from "./run-step.mjs";
import { root } from "./set-up.mjs";

/** One configuration for each set of rooms that shares its types; tsconfig.json only lists them for editors. */
export const typeConfigs = readdirSync(root)
  .filter((name) => /^tsconfig\.\w+\.json$/.test(name) && name !== "tsconfig.base.json")
  .sort();

/** Type-checks one configuration, its messages shown; gives whether it is clean. */
export async function typecheck(config) {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { code } = await runStep(process.execPath, [tsc, "--noEmit", "-p", config], {
    cwd: root,
    show: true,
  });
  return code === 0;
}
