// `npm run fuzz -- [REQUESTS] [SEED]`: requests made from the OpenAPI documents, and mutations of them; 100,000 where it
// is left out. Half as many again come sixteen at a time.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root, runScript, setUp } from "./setup/set-up.mjs";

const [requests = "100000", seed = "20261122"] = process.argv.slice(2);

await runScript(async () => {
  await setUp();
  const args = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "http", "generated"];
  const env = { ...process.env, FUZZ_REQUESTS: requests, FUZZ_SEED: seed };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: "inherit" });
  process.exitCode = await new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
});
