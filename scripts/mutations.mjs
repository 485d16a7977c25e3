// `npm run mutations -- [--count 100] [--seed 1] [--from 1] [--to 100] [--e2e]`: puts small faults into the code and says which of them
// no test notices; the seed chooses them. Each is tried alone with the tests that are nearest to it; those that these miss are put
// in together for one run of all tests, and then each alone with what failed there. A test counts only where it passes without the
// fault. With --e2e, what is left is built and tried end to end. It works on a clone of HEAD, never in this folder.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { mutationsOf } from "./mutations/mutations-of.mjs";
import { nearestIn } from "./mutations/nearest.mjs";
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
    e2e: { type: "boolean", default: false },
  },
});
const rooms = ["src/core", "src/renderer", "src/server"];
/** Where tests are that can reach a room. */
const testsOf = {
  "src/core": ["unit", "golden", "store", "dom", "http"],
  "src/renderer": ["unit", "dom"],
  "src/server": ["unit", "golden", "store", "http"],
};
/** How many test files a fault is tried with alone. */
const near = 6;
/** A fault may make a test hang; that is noticed, too. How long all of them take says nothing: a small machine needs minutes. */
const silent = 150_000;

await setUp();
process.env.CHROMIUM_PATH = await ensureChromium();
const postgres = await startPostgres();
process.env.UNDERSTUDY_TEST_POSTGRES = postgres.url;
const clone = await cloned();
try {
  await tryAll(chosen(Number(values.count), Number(values.seed)));
} finally {
  rmSync(clone, { recursive: true, force: true });
  postgres.stop();
}

async function tryAll(all) {
  const faults = all
    .map((fault, at) => ({ ...fault, number: at + 1 }))
    .slice(Number(values.from) - 1, Number(values.to ?? all.length));
  const left = [];
  for (const fault of faults) if (!(await noticed(fault, nearestTests(fault.path)))) left.push(fault);
  const missed = await missedTogether(left);
  console.log(`\nseed ${values.seed}: ${faults.length - missed.length} of ${faults.length} noticed`);
  for (const fault of missed) console.log(`  missed ${shown(fault)}`);
}

/** Which of the faults nothing notices, by one run with all of them, and one of what failed for each. */
async function missedTogether(faults) {
  if (faults.length === 0) return [];
  console.log(`all tests with ${faults.length} faults at once`);
  const { failed } = await withFaults(faults, () =>
    vitest(["--project=unit*", "--project=golden", "--project=dom", "--project=http"]),
  );
  const tests = [...new Set(failed.map(({ file }) => file))];
  console.log(`  fail there: ${tests.join(" ") || "none"}`);
  const missed = [];
  for (const fault of faults)
    if (!(await noticed(fault, reach(fault.path, tests))) && !(await noticedOtherwise(fault))) {
      console.log(`MISSED ${shown(fault)}`);
      missed.push(fault);
    }
  return missed;
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
  // What the tests of the store and of the server start; --e2e builds its own over it.
  cpSync(join(root, "out"), join(folder, "out"), { recursive: true });
  return folder;
}

/** One fault a file at the most; files are drawn by how many faults they could have. */
function chosen(count, seed) {
  const next = random(seed);
  const all = rooms.flatMap((room) =>
    readdirSync(join(clone, room), { recursive: true })
      .filter((name) => /\.tsx?$/.test(name))
      .sort()
      .flatMap((name) => {
        const path = join(room, name);
        return mutationsOf(readFileSync(join(clone, path), "utf8")).map((one) => ({ path, ...one }));
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

/** Whether one of the tests notices a fault. */
async function noticed(fault, tests) {
  const began = performance.now();
  const by = tests.length === 0 ? null : await noticedBy(fault, tests);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${by ?? "not yet"}  ${shown(fault)}  (${seconds} s)`);
  return by !== null;
}

/** The test that notices it, or in which way it is noticed; null where none does. */
async function noticedBy(fault, tests) {
  const { code, failed, why } = await withFaults([fault], () => vitest(["--bail=1", ...tests]));
  if (code === 0) return null;
  const [first] = failed;
  if (first === undefined) return why;
  const { file, name } = first;
  const only = name === null ? [] : ["-t", name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")];
  if ((await vitest([file, ...only])).code === 0) return `${file} > ${name ?? "(the file)"}`;
  console.log(`  fails without the fault, too: ${file} > ${name}`);
  const others = tests.filter((test) => test !== file);
  return others.length === 0 ? null : noticedBy(fault, others);
}

/** What sees it without running it, or with a browser at the built program. */
async function noticedOtherwise(fault) {
  const by = await withFaults([fault], async () => {
    if (!(await types(fault.path))) return "types";
    if (!(await succeeds([join(root, "node_modules/@biomejs/biome/bin/biome"), "lint", fault.path])))
      return "lint";
    if (values.e2e && (!(await builds()) || (await vitest(["--project=e2e", "--bail=1"])).code !== 0))
      return "e2e";
    return null;
  });
  if (by !== null) console.log(`${by}  ${shown(fault)}`);
  return by !== null;
}

/** What `body` gives while the faults are in the code. The store's threads are started from the build. */
async function withFaults(faults, body) {
  const healthy = new Map(faults.map(({ path }) => [path, readFileSync(join(clone, path), "utf8")]));
  const isBuilt = faults.some(({ path }) => path.startsWith("src/server/store/sqlite/"));
  try {
    for (const { path, line, after } of faults) {
      const lines = healthy.get(path).split("\n");
      lines[line - 1] = after;
      writeFileSync(join(clone, path), lines.join("\n"));
    }
    if (isBuilt) await builds();
    return await body();
  } finally {
    for (const [path, text] of healthy) writeFileSync(join(clone, path), text);
    if (isBuilt) await builds();
  }
}

function nearestTests(path) {
  const tests = readdirSync(join(clone, "test"), { recursive: true })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .sort()
    .map((name) => join("test", name));
  return nearestIn(clone)(path, reach(path, tests)).slice(0, near);
}

/** Those of the tests that can reach a source. */
function reach(path, tests) {
  const folders = testsOf[rooms.find((room) => path.startsWith(room))];
  return tests.filter((test) => folders.includes(test.split("/")[1]));
}

/** Runs tests in the clone: what failed, by file and name (null for a file that could not run), or why nothing says so. */
async function vitest(args) {
  const report = join(clone, ".vitest.json");
  rmSync(report, { force: true });
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
      `--outputFile.json=${report}`,
    ],
    { cwd: clone, silent, env: { ...process.env, NO_COLOR: "1" } },
  );
  if (code === 137) return { code, failed: [], why: "hangs" };
  return { code, failed: failedIn(report), why: /^.*Error.*$/m.exec(output)?.[0] ?? output.slice(-300) };
}

/** None where vitest itself ended before it could say. */
function failedIn(report) {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  return testResults
    .filter(({ status }) => status === "failed")
    .map(({ name, assertionResults }) => ({
      file: relative(clone, name),
      name: assertionResults.find(({ status }) => status === "failed")?.fullName ?? null,
    }));
}

async function types(path) {
  const config = path.startsWith("src/renderer") ? "tsconfig.web.json" : "tsconfig.node.json";
  return succeeds([join(root, "node_modules/typescript/bin/tsc"), "--noEmit", "-p", config]);
}

async function builds() {
  return succeeds([join(clone, "scripts/build.mjs")]);
}

async function succeeds(args) {
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
