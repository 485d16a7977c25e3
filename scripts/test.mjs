import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeProblem } from "../bin/check-node.mjs";
import { ensureChromium } from "./setup/chromium.mjs";
import { ensureElectronNode } from "./setup/electron-node.mjs";
import { ensureKotlin } from "./setup/kotlin.mjs";
import { ensureNginx } from "./setup/nginx.mjs";
import { startPostgres } from "./setup/postgres.mjs";
import { SetupError } from "./setup/report.mjs";
import { ensureRoku } from "./setup/roku.mjs";
import { runStep } from "./setup/run-step.mjs";
import { root, setUp } from "./setup/set-up.mjs";
import { ensureSwift } from "./setup/swift.mjs";
import { secondTries, tallyVitest } from "./setup/tally.mjs";
import { typecheckAll } from "./setup/typecheck.mjs";
import { ensureWebTools } from "./setup/web-tools.mjs";

const problem = nodeProblem(process.versions.node);
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}

// Every step runs, whatever failed before it: one run tells all. `npm test -- FILTER` passes FILTER on to vitest.
// Lint and types run beside the tests, which begin with those that need no browser: so both cores of a small machine are busy.
const filters = process.argv.slice(2);
const total = { passed: 0, failed: 0 };

const inCI = process.env.CI !== undefined;
const folder = await mkdtemp(join(tmpdir(), "understudy-report-"));
let stopPostgres = () => {};
// The set-up waits for the network and the disk: all of it at once.
const programs = fromApt();
const needed = Promise.all([installed(), programs]);
// In CI toolchains are fetched while tests run that need none. At a desk it has to be known first whose tests are left out.
if (inCI) await needed;
const fetched = toolchains();
if (!inCI) await Promise.all([needed, fetched]);
await Promise.all([fetched, checkSource(), vitest()]);
await rm(folder, { recursive: true, force: true });
stopPostgres();

console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

async function check(name, body) {
  console.log(`\n▸ ${name}`);
  countStep(name, await succeeds(body));
}

async function installed() {
  await check("set-up", () => setUp({ build: false }));
  await check("build", () => setUp());
}

/** What is there before any test begins. One after the other: apt-get does one thing at a time. */
async function fromApt() {
  await check("a Chromium for the browser tests", async () => {
    process.env.CHROMIUM_PATH = await ensureChromium();
  });
  await check("PostgreSQL", () =>
    toolchain("PostgreSQL", async () => {
      // Before shared servers; where it can't be had, their tests ask them directly.
      await ensureNginx();
      const { url, stop } = await startPostgres();
      process.env.UNDERSTUDY_TEST_POSTGRES = url;
      stopPostgres = stop;
    }),
  );
}

/** While they are fetched a file is there, for which the tests wait that need one (test/helpers/toolchains.ts). */
async function toolchains() {
  const fetching = join(folder, "fetching");
  if (inCI) {
    process.env.UNDERSTUDY_TEST_FETCHING = fetching;
    await writeFile(fetching, "");
  }
  await Promise.all([
    // Its Java may come from apt-get, too.
    programs.then(() => check("Kotlin's compiler", () => toolchain("Kotlin", ensureKotlin))),
    check("Electron's Node", () => toolchain("Electron's Node", ensureElectronNode)),
    check("BrightScript's tools", () => toolchain("BrightScript", ensureRoku)),
    // By an apt of its own.
    check("Swift's compiler", () => toolchain("Swift", ensureSwift)),
    check("others' tools for the web", () => toolchain("OpenAPI and front ends", ensureWebTools)),
  ]);
  await rm(fetching, { force: true });
}

/** In CI a toolchain that is missing fails. At a desk its tests are left out, out loud. */
async function toolchain(language, ensure) {
  try {
    await ensure();
  } catch (error) {
    if (inCI || !(error instanceof SetupError)) throw error;
    console.error(`▲ The tests of ${language} are left out. ${error.message}`);
  }
}

/** Each is told when it has ended, its output in one piece: the tests print beside it. */
async function checkSource() {
  await quietly("lint and format", "node_modules/@biomejs/biome/bin/biome", "check", ".");
  await quietly("promises that nobody waits for, and URL.canParse", "node_modules/oxlint/bin/oxlint");
  await typecheckAll((config, args) => quietly(`types of ${config}`, ...args));
}

async function quietly(name, script, ...args) {
  const { code, output } = await runStep(process.execPath, [join(root, script), ...args], { cwd: root });
  console.log(`\n▸ ${name}\n${output}`.trimEnd());
  countStep(name, code === 0);
  return code === 0;
}

function countStep(name, succeeded) {
  count(succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, why: [name] });
}

/** A body fails by throwing or by giving false. */
async function succeeds(body) {
  try {
    return (await body()) !== false;
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    return false;
  }
}

async function vitest() {
  console.log("\n▸ tests");
  const file = join(folder, "vitest.json");
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`, ...filters];
  const { code } = await runStep(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), ...args], {
    cwd: root,
    show: true,
  });
  const report = await readReport(file);
  count(tallyVitest(report, code));
  const again = secondTries(report);
  if (again.length > 0)
    console.error(["▲ passed only at the second try, so look at it", ...again].join("\n  "));
}

async function readReport(file) {
  return readFile(file, "utf8")
    .then(JSON.parse)
    .catch(() => null);
}

function count({ passed, failed, why = [] }) {
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) console.error(["✗ failed", ...why].join("\n  "));
}
