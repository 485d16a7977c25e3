import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { join } from "node:path";
import { isBuilt } from "./setup/build-stamp.mjs";
import { runStep } from "./setup/run-step.mjs";
import { root, runScript, setUp } from "./setup/set-up.mjs";

// `npm run dev -- FLAGS`: runs `understudy serve FLAGS`; on every change under src/ or resources/ it builds, which takes
// some two seconds, and restarts the server. What cannot be built leaves the last good server running.
const QUIET_MS = 150;
const flags = process.argv.slice(2);
let server;
let timer;
let work = Promise.resolve();

await runScript(async () => {
  await setUp();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, end);
  serve();
  for (const folder of ["src", "resources"]) watch(join(root, folder), { recursive: true }, changed);
});

/** Editors and git change many files at once: wait until it is quiet, and never build twice at a time. */
function changed() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    work = work.then(rebuild);
  }, QUIET_MS);
}

async function rebuild() {
  if (isBuilt(root)) return;
  const { code, output } = await runStep(process.execPath, [join(root, "scripts/build.mjs")], { cwd: root });
  if (code !== 0) {
    console.error(`${output.trimEnd()}\nNot restarted: the build failed.`);
    return;
  }
  await stop();
  serve();
}

function serve() {
  server = spawn(process.execPath, [join(root, "bin/understudy.mjs"), "serve", ...flags], {
    stdio: "inherit",
  });
}

async function stop() {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill("SIGTERM");
  await once(server, "exit");
}

async function end() {
  await stop();
  process.exit(0);
}
