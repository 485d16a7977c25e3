import { runScript, setUp } from "./setup/set-up.mjs";
import { typeConfigs, typecheck } from "./setup/typecheck.mjs";

await runScript(async () => {
  await setUp({ build: false });
  for (const config of typeConfigs) if (!(await typecheck(config))) process.exitCode = 1;
});
