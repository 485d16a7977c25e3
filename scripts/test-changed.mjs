// `npm run test:changed -- [BASE]`: what the changes since BASE (HEAD where it is left out) can have broken, in under a minute:
// lint, types, and the unit, golden, DOM and HTTP tests that import something of what changed. `npm test` tells all.
import { join } from "node:path";
import { ensureChromium } from "./setup/chromium.mjs";
import { runStep } from "./setup/run-step.mjs";
import { root, runScript, setUp } from "./setup/set-up.mjs";
import { typecheckAll } from "./setup/typecheck.mjs";

const [base = "HEAD"] = process.argv.slice(2);
const projects = ["unit*", "golden", "dom", "http"];

await runScript(async () => {
  await setUp();
  process.env.CHROMIUM_PATH = await ensureChromium();
  const parts = await Promise.all([checkSource(), relatedTests()]);
  process.exitCode = parts.every((isClean) => isClean) ? 0 : 1;
});

/** Told in one piece, and only where something is wrong: the tests print beside it. */
async function checkSource() {
  const isTidy = await quietly("node_modules/@biomejs/biome/bin/biome", "check", ".");
  const isAwaited = await quietly("node_modules/oxlint/bin/oxlint");
  return (await typecheckAll((_config, args) => quietly(...args))) && isTidy && isAwaited;
}

async function quietly(script, ...args) {
  const { code, output } = await runStep(process.execPath, [join(root, script), ...args], { cwd: root });
  if (code !== 0) console.error(`\n▸ ${[script, ...args].join(" ")}\n${output}`.trimEnd());
  return code === 0;
}

async function relatedTests() {
  const chosen = projects.flatMap((name) => ["--project", name]);
  // Those of the server's process from `out/` see no import; they are the HTTP tests that start one.
  const args = ["run", "--changed", base, "--passWithNoTests", ...chosen];
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const { code } = await runStep(process.execPath, [vitest, ...args], { cwd: root, show: true });
  return code === 0;
}
