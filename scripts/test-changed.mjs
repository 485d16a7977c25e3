// `npm run test:changed -- [BASE]`: what the changes since BASE (HEAD where it is left out) can have broken, in under a minute: lint
// of what was changed and of what loads it, types, and the unit, golden, DOM, store and HTTP tests that come by it, the likeliest
// first, as many as fit; it says how many did not. `npm test` tells all.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { ensureChromium } from "./setup/chromium.mjs";
import { startPostgres } from "./setup/postgres.mjs";
import { importersOf, relatedTests } from "./setup/related-tests.mjs";
import { SetupError } from "./setup/report.mjs";
import { runStep } from "./setup/run-step.mjs";
import { root, runScript, setUp } from "./setup/set-up.mjs";
import { typecheckAll } from "./setup/typecheck.mjs";

const [base = "HEAD"] = process.argv.slice(2);
/** From the start of this command until no further test begins, and for how long some do after a long set-up. */
const untilLastTest = 45_000;
const leastForTests = 25_000;
/** So long what has begun is waited for. */
const untilGivenUp = 12_000;
const projects = ["unit*", "golden", "dom", "http"];

await runScript(async () => {
  await setUp();
  const fresh = git("ls-files", "--others", "--exclude-standard");
  const changed = [...git("diff", "--name-only", "--relative", base, "--"), ...fresh];
  if (changed.length === 0) return console.log(`Nothing has changed since ${base}.`);
  const there = [...git("ls-files"), ...fresh].filter((path) => existsSync(join(root, path)));
  const parts = await Promise.all([
    checkSource(changed, there),
    tryTests(relatedTests(changed, there, read)),
  ]);
  process.exitCode = parts.every((isClean) => isClean) ? 0 : 1;
});

function read(path) {
  return readFileSync(join(root, path), "utf8");
}

function git(...args) {
  const asIs = ["-c", "core.quotePath=false", ...args];
  const { error, status, stdout, stderr } = spawnSync("git", asIs, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  if (status !== 0)
    throw new SetupError(
      `What has changed is git's to say, and it can't: ${error?.message ?? stderr.trim()}`,
    );
  return stdout.split("\n").filter((path) => path !== "");
}

/** Told in one piece, and only where something is wrong: the tests print beside it. */
async function checkSource(changed, there) {
  const own = changed.filter((path) => there.includes(path));
  const withImporters = [...new Set([...own, ...importersOf(changed, there, read)])];
  const isTidy = await quietly(
    "node_modules/@biomejs/biome/bin/biome",
    ["check", "--no-errors-on-unmatched"],
    own,
  );
  const code = withImporters.filter((path) => /\.(tsx?|mjs)$/.test(path));
  const isAwaited = await quietly("node_modules/oxlint/bin/oxlint", [], code);
  return (await typecheckAll((_config, [script, ...args]) => quietly(script, args))) && isTidy && isAwaited;
}

/** `files`: nothing is run where there are none. */
async function quietly(script, args, files = null) {
  if (files?.length === 0) return true;
  const all = [script, ...args, ...(files ?? [])];
  const { code, output } = await runStep(process.execPath, all, { cwd: root });
  if (code !== 0) console.error(`\n▸ ${all.join(" ")}\n${output}`.trimEnd());
  return code === 0;
}

/** Whether those that were tried passed. */
async function tryTests(files) {
  if (files.length === 0) return true;
  process.env.CHROMIUM_PATH = await ensureChromium();
  await startDatabaseFor(files.slice(0, 10));
  const { BaseSequencer, createVitest } = await import("vitest/node");
  const places = new Map(files.map((path, at) => [join(root, path), at]));
  class AsGiven extends BaseSequencer {
    async sort(specifications) {
      const place = ({ moduleId }) => places.get(normalize(moduleId)) ?? files.length;
      return specifications.toSorted((a, b) => place(a) - place(b));
    }
  }
  const running = new Set();
  const vitest = await createVitest("test", {
    root,
    watch: false,
    project: projects,
    reporters: [
      "default",
      {
        onTestModuleCollected: ({ relativeModuleId }) => running.add(relativeModuleId),
        onTestModuleEnd: ({ relativeModuleId }) => running.delete(relativeModuleId),
      },
    ],
    sequence: { sequencer: AsGiven },
  });
  const left = Math.max(leastForTests, untilLastTest - performance.now());
  // As its key for it does, which lets tests end that have begun.
  const end = setTimeout(() => vitest.cancelCurrentRun("keyboard-input"), left);
  // A change can make a test go on for ever.
  const hang = setTimeout(() => {
    console.error(["✗ not ended", ...running].join("\n  "));
    process.exit(1);
  }, left + untilGivenUp);
  const { testModules, unhandledErrors } = await vitest.start(files);
  clearTimeout(end);
  clearTimeout(hang);
  await vitest.close();
  const tried = testModules.filter(hasEnded).length;
  const begun = testModules.filter((file) => !hasEnded(file) && file.state() === "passed").length;
  // Vitest tells only of those that it came to.
  console.log(
    tried === files.length
      ? `Tried all ${tried} test files that come by what has changed.`
      : `Tried ${tried} of the ${files.length} test files that come by what has changed, the likeliest first, and ${begun} in part. npm test tries all.`,
  );
  return unhandledErrors.length === 0 && testModules.every((file) => file.ok());
}

/** Where one of these needs it: a PostgreSQL, which ends with this process. */
async function startDatabaseFor(files) {
  if (!files.some((path) => /^test\/(store\/|http\/shared-)/.test(path))) return;
  try {
    process.env.UNDERSTUDY_TEST_POSTGRES = (await startPostgres()).url;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`▲ The tests of shared servers are left out. ${error.message}`);
  }
}

/** Not one that had to end before its tests did. */
function hasEnded(file) {
  const tests = [...file.children.allTests()];
  const isWhole = tests.length > 0 && tests.every((test) => test.result().state === "passed");
  return isWhole || file.state() === "failed";
}
