// `npm run mutations -- [--count 100] [--seed 1] [--from 1] [--e2e]`: puts small faults into the code, one at a time, and says which of
// them no test notices. The faults are chosen by the seed; the tests are those that reach the file, the quick ones first.
// With --e2e, what those miss is built and tried end to end. It works on a clone of HEAD, never in this folder.
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { mutationsOf } from "./mutations/mutations-of.mjs";
import { runStep } from "./setup/run-step.mjs";
import { root, setUp } from "./setup/set-up.mjs";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "1" },
    e2e: { type: "boolean", default: false },
  },
});
const rooms = ["src/core", "src/renderer", "src/server"];
/** Quick ones first: the first failure ends it. */
const stages = [["unit*", "golden"], ["dom"], ["http"]];
/** A fault may make a test hang; that is noticed, too. */
const longest = 180_000;

await setUp();
const clone = await cloned();
try {
  await tryEach(chosen(Number(values.count), Number(values.seed)));
} finally {
  rmSync(clone, { recursive: true, force: true });
}

async function tryEach(faults) {
  const missed = [];
  const first = Number(values.from) - 1;
  for (const [at, fault] of [...faults.entries()].slice(first)) {
    const by = await noticed(fault);
    console.log(`${at + 1}/${faults.length} ${by ?? "MISSED"}  ${shown(fault)}`);
    if (by === null) missed.push(fault);
  }
  console.log(
    `\nseed ${values.seed}: ${faults.length - first - missed.length} of ${faults.length - first} noticed`,
  );
  for (const fault of missed) console.log(`  missed ${shown(fault)}`);
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

/** What notices a fault; null where nothing does. */
async function noticed({ path, line, after }) {
  const file = join(clone, path);
  const before = readFileSync(file, "utf8");
  const lines = before.split("\n");
  lines[line - 1] = after;
  writeFileSync(file, lines.join("\n"));
  try {
    for (const projects of stages) if (await fails(related(path, projects))) return projects[0];
    if (await fails([join(root, "node_modules/typescript/bin/tsc"), "--noEmit", "-p", configOf(path)]))
      return "types";
    if (values.e2e && (await failsEndToEnd())) return "e2e";
    return null;
  } finally {
    writeFileSync(file, before);
  }
}

function related(path, projects) {
  return [
    join(root, "node_modules/vitest/vitest.mjs"),
    "related",
    path,
    "--run",
    "--bail=1",
    "--passWithNoTests",
    "--reporter=dot",
    ...projects.map((project) => `--project=${project}`),
  ];
}

function configOf(path) {
  return path.startsWith("src/renderer") ? "tsconfig.web.json" : "tsconfig.node.json";
}

async function failsEndToEnd() {
  if (await fails([join(clone, "scripts/build.mjs")])) return true;
  return fails(
    [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project=e2e", "--bail=1", "--retry=0"],
    900_000,
  );
}

async function fails(args, within = longest) {
  const { code } = await runStep(process.execPath, args, { cwd: clone, within });
  return code !== 0;
}

function shown({ path, line, before, after }) {
  return `${path}:${line}  ${before.trim()}  →  ${after.trim()}`;
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
