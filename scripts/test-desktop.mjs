// `npm run test:desktop`: drives the real desktop app. Not part of `npm test`, as Electron's program and a display are not
// everywhere. Where they are missing it ends with 2: not run is neither passed nor failed.
import { join } from "node:path";
import { desktopRunner } from "./setup/desktop-runner.mjs";
import { runStep } from "./setup/run-step.mjs";
import { root, runScript, setUp } from "./setup/set-up.mjs";

const { env, platform } = process;
const { electron, problem } = desktopRunner({ root, env, platform, isRoot: process.getuid?.() === 0 });
if (problem === null) await runScript(drive);
else {
  console.error(
    `NOT RUN: the desktop tests need a real Electron, but ${problem}. See docs/desktop-testing.md.`,
  );
  process.exitCode = 2;
}

async function drive() {
  await setUp();
  const args = ["run", "--config", "test/desktop/vitest.config.ts", ...process.argv.slice(2)];
  const { code } = await runStep(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), ...args], {
    cwd: root,
    show: true,
    env: { ...env, UNDERSTUDY_ELECTRON: electron },
  });
  process.exitCode = code;
}
