import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { isBuilt } from "../setup/build-stamp.mjs";
import { runStep } from "../setup/run-step.mjs";
import { root } from "../setup/set-up.mjs";

/** A fault may make a test hang; that is noticed, too. How long all of them take says nothing: a small machine needs minutes. */
const silent = 150_000;
/** What Vitest says of a run, in the clone. */
const report = ".vitest.json";

/** A clone of HEAD with this folder's dependencies and build: gives its path. */
export async function cloned() {
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

/** Which of lint and types has something against a source. */
export async function complaintOf(clone, path) {
  const linters = [
    ["@biomejs/biome/bin/biome", "lint", path],
    ["oxlint/bin/oxlint", path],
  ];
  for (const [program, ...args] of linters)
    if (!(await succeeds(clone, [join(root, "node_modules", program), ...args]))) return "lint";
  return (await hasTypes(clone, path)) ? null : "types";
}

/** What `body` gives while other texts stand in some sources. */
export async function withTexts(clone, texts, body) {
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
 * Runs tests in the clone: what failed, by file and name (null for a file that could not run), or why nothing says so, as where
 * Vitest ended before it could report. Where processes, threads or pages are started from the build, it is made first.
 */
export async function vitest(clone, args, env = {}) {
  rmSync(join(clone, report), { force: true });
  const needsBuild = args.some((arg) => /^test\/(?!dom\/)|^--project/.test(arg));
  if (needsBuild && !isBuilt(clone) && !(await succeeds(clone, [join(clone, "scripts/build.mjs")])))
    return { code: 1, failed: [], isReported: false, why: "build" };
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
  const isReported = existsSync(join(clone, report));
  if (code === 137) return { code, failed: [], isReported, why: "hangs" };
  const why = /^.*Error.*$/m.exec(output)?.[0] ?? output.slice(-300);
  return { code, failed: isReported ? failedIn(clone) : [], isReported, why };
}

function failedIn(clone) {
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
