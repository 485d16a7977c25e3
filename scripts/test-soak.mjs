// `npm run test:soak -- [TIMES] [FILTER…]`: the end-to-end part TIMES over (20 where it is left out), each time as it is and with
// pages four times slower, and no second try. Ends with a table, and with 1 where anything failed.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "./setup/chromium.mjs";
import { runStep } from "./setup/run-step.mjs";
import { root, runScript, setUp } from "./setup/set-up.mjs";
import { failures, tallyVitest } from "./setup/tally.mjs";

const [first, ...others] = process.argv.slice(2);
const isNumber = /^\d+$/.test(first ?? "");
const times = isNumber ? Number(first) : 20;
const filters = isNumber || first === undefined ? others : [first, ...others];
const slowness = ["1", "4"];

await runScript(async () => {
  await setUp();
  process.env.CHROMIUM_PATH = await ensureChromium();
  const rows = [];
  for (let run = 1; run <= times; run += 1)
    for (const slow of slowness) {
      const row = await once(run, slow);
      rows.push(row);
      console.log(line(row));
      for (const test of row.failures) console.log(`    ✗ ${test}`);
    }
  console.log(["", "run  slow  passed  failed  minutes", ...rows.map(line)].join("\n"));
  process.exitCode = rows.some(({ failed }) => failed > 0) ? 1 : 0;
});

async function once(run, slow) {
  const folder = await mkdtemp(join(tmpdir(), "understudy-soak-"));
  const file = join(folder, "vitest.json");
  const { CI: _, ...env } = process.env;
  const args = ["run", "--project", "e2e", "--retry", "0", "--reporter=json", `--outputFile=${file}`];
  const vitest = [join(root, "node_modules/vitest/vitest.mjs"), ...args, ...filters];
  const started = Date.now();
  const { code } = await runStep(process.execPath, vitest, { cwd: root, env: { ...env, SLOW_PAGES: slow } });
  const report = await readFile(file, "utf8").then(JSON.parse, () => null);
  await rm(folder, { recursive: true, force: true });
  return {
    run,
    slow,
    ...tallyVitest(report, code),
    failures: failures(report),
    minutes: (Date.now() - started) / 60_000,
  };
}

function line({ run, slow, passed, failed, minutes }) {
  const cells = [
    [run, 3],
    [`×${slow}`, 6],
    [passed, 8],
    [failed, 8],
    [minutes.toFixed(1), 9],
  ];
  return cells.map(([value, width]) => String(value).padStart(width)).join("");
}
