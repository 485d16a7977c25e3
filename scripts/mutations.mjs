// `npm run mutations -- [--count 100] [--seed 1] [--from 1] [--to 100]`: puts small faults into the code and says which of them
// nothing notices; the seed chooses them. A run of all tests but the languages', with a mark at each place, tells which test files
// come by there. Then each fault is tried alone: with the nearest of these files, with lint and types, with the others, until something
// notices it. A test counts only where it passes without the fault. Two are tried at once, each in a clone of HEAD of its own.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cloned, complaintOf, vitest, withTexts } from "./mutations/clone.mjs";
import { marked } from "./mutations/marked.mjs";
import { mutationsOf } from "./mutations/mutations-of.mjs";
import { reaching } from "./mutations/reaching.mjs";
import { ensureChromium } from "./setup/chromium.mjs";
import { nearestIn } from "./setup/nearest.mjs";
import { startPostgres } from "./setup/postgres.mjs";
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
  const { failed, isReported, why } = await withTexts(clone, marksOf(clone, faults), () =>
    vitest(clone, projects, { UNDERSTUDY_REACHED: log, NODE_OPTIONS: loaded }),
  );
  if (!isReported) throw new Error(`the run with marks ended early: ${why}`);
  const unusable = [...new Set(failed.map(({ file }) => file))];
  if (unusable.length > 0) console.log(`left out, as they fail there: ${unusable.join(" ")}`);
  const usable = testFiles(clone).filter((file) => !unusable.includes(file));
  const found = reaching(readFileSync(log, "utf8"));
  return new Map(
    faults.map((fault) => [fault.number, testsOf(clone, fault, usable, found.get(fault.number))]),
  );
}

/** The nearest first, and the end-to-end tests behind all others. */
function testsOf(clone, fault, usable, reached = new Set()) {
  const byPages = fault.path.startsWith("src/renderer");
  const comesBy = (file) => reached.has(join(clone, file)) || (byPages && file.startsWith("test/e2e/"));
  // A place that can't be marked may be come by anywhere, and pages of the end-to-end tests tell of no marks.
  const there = marksOf(clone, [fault]).size === 0 ? usable : usable.filter(comesBy);
  const nearest = nearestIn(clone)(fault.path, there);
  const order = (file) =>
    (file.startsWith("test/e2e/") ? 1000 : 0) + (nearest.includes(file) ? nearest.indexOf(file) : 500);
  return there.toSorted((a, b) => order(a) - order(b));
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

function withFault(clone, { path, line, after }, body) {
  const lines = readFileSync(join(clone, path), "utf8").split("\n");
  return withTexts(clone, new Map([[path, lines.with(line - 1, after).join("\n")]]), body);
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
