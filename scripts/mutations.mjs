// `npm run mutations -- [--count 100] [--seed 1] [--from 1] [--to 100]`: puts small faults into the code and says which of them
// nothing notices; the seed chooses them. A run of all tests but the languages', with a mark at each place, tells which test files
// come by there. Then each fault is tried alone: with the nearest of these files, with lint and types, with the others, until something
// notices it. A test counts only where it passes without the fault. Two are tried at once, each in a clone of HEAD of its own.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { marked } from "./mutations/marked.mjs";
import { mutationsOf } from "./mutations/mutations-of.mjs";
import { nearestIn } from "./mutations/nearest.mjs";
import { reaching } from "./mutations/reaching.mjs";
import { isBuilt } from "./setup/build-stamp.mjs";
import { ensureChromium } from "./setup/chromium.mjs";
import { startPostgres } from "./setup/postgres.mjs";
import { runStep } from "./setup/run-step.mjs";
import { root, setUp } from "./setup/set-up.mjs";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "1" },
    to: { type: "string" },
  },
});
const rooms = ["src/core", "src/renderer", "src/server"];
/** Those of languages know the code only from outside, and take long. */
const projects = ["unit*", "golden", "dom", "http", "built", "e2e"].map((name) => `--project=${name}`);
/** How many test files a fault is tried with first. */
const near = 6;
/** A fault may make a test hang; that is noticed, too. How long all of them take says nothing: a small machine needs minutes. */
const silent = 150_000;
/** What Vitest says of a run, in the clone. */
const report = ".vitest.json";

await setUp();
process.env.CHROMIUM_PATH = await ensureChromium();
const postgres = await startPostgres();
process.env.UNDERSTUDY_TEST_POSTGRES = postgres.url;
const clones = await Promise.all([cloned(), cloned()]);
try {
  await tryAll(chosen(Number(values.count), Number(values.seed)));
} finally {
  for (const clone of clones) rmSync(clone, { recursive: true, force: true });
  postgres.stop();
}

async function tryAll(all) {
  const faults = all
    .map((fault, at) => ({ ...fault, number: at + 1 }))
    .slice(Number(values.from) - 1, Number(values.to ?? all.length));
  for (const room of rooms) {
    const complaint = await complaintOf(clones[0], room);
    if (complaint !== null) throw new Error(`${room} fails without a fault: ${complaint}`);
  }
  const marks = await testsByMark(clones[0], faults);
  const queue = [...faults];
  const missed = [];
  const work = async (clone) => {
    for (let fault = queue.shift(); fault !== undefined; fault = queue.shift())
      if (!(await noticed(clone, fault, marks.get(fault.number) ?? []))) missed.push(fault);
  };
  await Promise.all(clones.map(work));
  console.log(`\nseed ${values.seed}: ${faults.length - missed.length} of ${faults.length} noticed`);
  for (const fault of missed.sort((a, b) => a.number - b.number)) console.log(`  missed ${shown(fault)}`);
}

/** Which test files come by the place of each fault. */
async function testsByMark(clone, faults) {
  console.log(`which tests come by ${faults.length} places`);
  const log = join(clone, ".reached");
  writeFileSync(log, "");
  const loaded = `--import=${join(root, "scripts/mutations/reached.mjs")}`;
  const { failed, why } = await withTexts(clone, marksOf(clone, faults), () =>
    vitest(clone, projects, { UNDERSTUDY_REACHED: log, NODE_OPTIONS: loaded }),
  );
  if (!existsSync(join(clone, report))) throw new Error(`the run with marks ended early: ${why}`);
  const unusable = [...new Set(failed.map(({ file }) => file))];
  if (unusable.length > 0) console.log(`left out, as they fail there: ${unusable.join(" ")}`);
  const usable = testFiles(clone).filter((file) => !unusable.includes(file));
  const found = reaching(readFileSync(log, "utf8"));
  return new Map(
    faults.map((fault) => [fault.number, testsOf(clone, fault, usable, found.get(fault.number))]),
  );
}

/** The nearest first, and the end-to-end tests behind all others. */
function testsOf(clone, fault, usable, marked = new Set()) {
  const byPages = fault.path.startsWith("src/renderer");
  const comesBy = (file) => marked.has(join(clone, file)) || (byPages && file.startsWith("test/e2e/"));
  // A place that can't be marked may be come by anywhere, and pages of the end-to-end tests tell of no marks.
  const there = marksOf(clone, [fault]).size === 0 ? usable : usable.filter(comesBy);
  const nearest = nearestIn(clone)(fault.path, there);
  const order = (file) =>
    (file.startsWith("test/e2e/") ? 1000 : 0) + (nearest.includes(file) ? nearest.indexOf(file) : 500);
  return there.sort((a, b) => order(a) - order(b));
}

function testFiles(clone) {
  return readdirSync(join(clone, "test"), { recursive: true })
    .filter((name) => /\.test\.tsx?$/.test(name) && !/^(languages|desktop)\//.test(name))
    .sort()
    .map((name) => join("test", name));
}

function marksOf(clone, faults) {
  const texts = faults.map((fault) => [
    fault.path,
    marked(fault, readFileSync(join(clone, fault.path), "utf8")),
  ]);
  return new Map(texts.filter(([, text]) => text !== null));
}

async function cloned() {
  const folder = await mkdtemp(join(tmpdir(), "understudy-mutations-"));
  const { code, output } = await runStep("git", [
    "clone",
    "--quiet",
    "--depth",
    "1",
    `file://${root}`,
    folder,
  ]);
  if (code !== 0) throw new Error(`git clone failed: ${output}`);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  cpSync(join(root, "out"), join(folder, "out"), { recursive: true });
  return folder;
}

/** One fault a file at the most; files are drawn by how many faults they could have. */
function chosen(count, seed) {
  const next = random(seed);
  const all = rooms.flatMap((room) =>
    readdirSync(join(clones[0], room), { recursive: true })
      .filter((name) => /\.tsx?$/.test(name))
      .sort()
      .flatMap((name) => {
        const path = join(room, name);
        return mutationsOf(readFileSync(join(clones[0], path), "utf8")).map((one) => ({ path, ...one }));
      }),
  );
  const faults = [];
  while (faults.length < count && all.length > 0) {
    const one = all[Math.floor(next() * all.length)];
    if (!faults.some(({ path }) => path === one.path)) faults.push(one);
    all.splice(all.indexOf(one), 1);
  }
  return faults;
}

/** Whether something notices a fault. */
async function noticed(clone, fault, tests) {
  const began = performance.now();
  const by =
    (await noticedBy(clone, fault, tests.slice(0, near))) ??
    (await withFault(clone, fault, () => complaintOf(clone, fault.path))) ??
    (await noticedBy(clone, fault, tests.slice(near)));
  const seconds = Math.round((performance.now() - began) / 1000);
  const files = `${tests.length} test files come by`;
  console.log(`${by ?? "MISSED"}  ${shown(fault)}  (${files}, ${seconds} s)`);
  return by !== null;
}

/** The test that notices it, or in which way it is noticed; null where none does. */
async function noticedBy(clone, fault, tests) {
  if (tests.length === 0) return null;
  const { code, failed, why } = await withFault(clone, fault, () => vitest(clone, ["--bail=1", ...tests]));
  if (code === 0) return null;
  const [first] = failed;
  if (first === undefined) return (await vitest(clone, tests)).code === 0 ? why : null;
  const { file, name } = first;
  // The whole file: a test may need what those before it have made.
  const healthy = await vitest(clone, [file]);
  const failsAnyway = healthy.failed.some((other) => other.name === null || other.name === name);
  if (!failsAnyway) return `${file} > ${name ?? "(the file)"}`;
  console.log(`  fails without the fault, too: ${file} > ${name}`);
  const others = tests.filter((test) => test !== file);
  return noticedBy(clone, fault, others);
}

/** Which of lint and types has something against a source. */
async function complaintOf(clone, path) {
  const linters = [
    ["@biomejs/biome/bin/biome", "lint", path],
    ["oxlint/bin/oxlint", path],
  ];
  for (const [program, ...args] of linters)
    if (!(await succeeds(clone, [join(root, "node_modules", program), ...args]))) return "lint";
  return (await hasTypes(clone, path)) ? null : "types";
}

function withFault(clone, { path, line, after }, body) {
  const lines = readFileSync(join(clone, path), "utf8").split("\n");
  return withTexts(clone, new Map([[path, lines.with(line - 1, after).join("\n")]]), body);
}

/** What `body` gives while other texts stand in some sources. */
async function withTexts(clone, texts, body) {
  const healthy = new Map([...texts.keys()].map((path) => [path, readFileSync(join(clone, path), "utf8")]));
  const put = (wanted) => {
    for (const [path, text] of wanted) writeFileSync(join(clone, path), text);
  };
  try {
    put(texts);
    return await body();
  } finally {
    put(healthy);
  }
}

/**
 * Runs tests in the clone: what failed, by file and name (null for a file that could not run), or why nothing says so. Where
 * processes, threads or pages are started from the build, it is made first.
 */
async function vitest(clone, args, env = {}) {
  rmSync(join(clone, report), { force: true });
  const needsBuild = args.some((arg) => /^test\/(?!dom\/)|^--project/.test(arg));
  if (needsBuild && !isBuilt(clone) && !(await succeeds(clone, [join(clone, "scripts/build.mjs")])))
    return { code: 1, failed: [], why: "build" };
  const { code, output } = await runStep(
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      ...args,
      "--config=scripts/mutations/vitest.config.mjs",
      "--passWithNoTests",
      "--retry=0",
      "--reporter=dot",
      "--reporter=json",
      `--outputFile.json=${join(clone, report)}`,
    ],
    { cwd: clone, silent, env: { ...process.env, NO_COLOR: "1", ...env } },
  );
  if (code === 137) return { code, failed: [], why: "hangs" };
  return {
    code,
    failed: failedIn(clone),
    why: /^.*Error.*$/m.exec(output)?.[0] ?? output.slice(-300),
  };
}

/** None where vitest itself ended before it could say. */
function failedIn(clone) {
  if (!existsSync(join(clone, report))) return [];
  const { testResults } = JSON.parse(readFileSync(join(clone, report), "utf8"));
  return testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, assertionResults }) => {
      const file = relative(clone, name);
      const tests = assertionResults.filter(({ status }) => status === "failed");
      return tests.length === 0
        ? [{ file, name: null }]
        : tests.map(({ fullName }) => ({ file, name: fullName }));
    });
}

function hasTypes(clone, path) {
  const config = path.startsWith("src/renderer") ? "tsconfig.web.json" : "tsconfig.node.json";
  return succeeds(clone, [join(root, "node_modules/typescript/bin/tsc"), "--noEmit", "-p", config]);
}

async function succeeds(clone, args) {
  return (await runStep(process.execPath, args, { cwd: clone })).code === 0;
}

function shown({ number, path, line, before, after }) {
  return `${number}  ${path}:${line}  ${before.trim()}  →  ${after.trim()}`;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
