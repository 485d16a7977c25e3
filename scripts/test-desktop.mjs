// `npm run test:desktop`: the real desktop app, from the build; `-- --packed PROGRAM`: as it is packed; `-- --suites`: what `npm test`
// runs against the fake, under Electron's Node. Not part of `npm test`, as Electron's program and a display are not everywhere.
// Where they are missing it ends with 2: not run is neither passed nor failed.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { desktopRunner } from "./setup/desktop-runner.mjs";
import { electronNode, ensureElectronNode, hasElectronNode } from "./setup/electron-node.mjs";
import { SetupError } from "./setup/report.mjs";
import { runStep } from "./setup/run-step.mjs";
import { root, runScript, setUp } from "./setup/set-up.mjs";

const { env, platform } = process;
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const [flag, program, ...more] = process.argv.slice(2);
const isRoot = process.getuid?.() === 0;

const ways = { "--packed": packed, "--suites": underElectronsNode, "--latency": latency };
if (flag?.startsWith("--") && !Object.hasOwn(ways, flag)) {
  console.error(`There is no ${flag}. Give ${Object.keys(ways).join(", ")}, or none.`);
  process.exit(2);
}
const way = ways[flag] ?? fromTheBuild;
const given = flag === "--packed" && program !== undefined ? resolve(program) : undefined;
const { electron, problem } = desktopRunner({ root, env, platform, isRoot, electron: given });
if (problem === null || way === underElectronsNode || way === latency)
  await runScript(async () => {
    process.exitCode = await way();
  });
else {
  console.error(
    `NOT RUN: the desktop tests need a real Electron, but ${problem}. See docs/desktop-testing.md.`,
  );
  process.exitCode = 2;
}

async function packed() {
  if (given === undefined || !existsSync(given))
    throw new SetupError(`There is no packed app at ${program}.`);
  return drive("packed-app", { UNDERSTUDY_PACKED_APP: given }, more);
}

/** How long menus and calls wait for the server beside them (docs/adr/0049). */
async function latency() {
  await setUp();
  return drive(
    "latency",
    {},
    [program, ...more].filter((one) => one !== undefined),
  );
}

async function fromTheBuild() {
  await setUp();
  return drive("desktop-app", { UNDERSTUDY_ELECTRON: electron }, process.argv.slice(2));
}

/** The Node that the app has; where there is none for this system, ours. */
async function underElectronsNode() {
  await setUp();
  await ensureElectronNode();
  const node = hasElectronNode() ? electronNode : process.execPath;
  console.log(
    hasElectronNode() ? `Under Electron's Node: ${node}` : "Electron's Node is not here: under this one.",
  );
  const suites = ["test/unit/main", "test/e2e/launcher-desktop-boot", "test/e2e/packaging"];
  // The last two are written for Linux: they pack for it, and end programs by its signals.
  const filters = platform === "linux" ? suites : suites.slice(0, 1);
  const projects = ["--project", "unit-mocking", "--project", "built"];
  const { code } = await runStep(node, [vitest, "run", ...projects, ...filters], { cwd: root, show: true });
  return code;
}

async function drive(file, given, args) {
  const all = [vitest, "run", "--config", "test/desktop/vitest.config.ts", `test/desktop/${file}`, ...args];
  const { code } = await runStep(process.execPath, all, { cwd: root, show: true, env: { ...env, ...given } });
  return code;
}
