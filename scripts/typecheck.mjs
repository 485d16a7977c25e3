import { join } from "node:path";
import { runStep } from "./setup/run-step.mjs";
import { root, runScript, setUp } from "./setup/set-up.mjs";
import { typecheckAll } from "./setup/typecheck.mjs";

await runScript(async () => {
  await setUp({ build: false });
  const isClean = await typecheckAll(async (_config, [script, ...args]) => {
    const { code } = await runStep(process.execPath, [join(root, script), ...args], {
      cwd: root,
      show: true,
    });
    return code === 0;
  });
  if (!isClean) process.exitCode = 1;
});
