import { spawn } from "node:child_process";
import { existsSync, watch } from "node:fs";
import { join } from "node:path";
import { dropStamp } from "./setup/build-stamp.mjs";
import { root, runScript, setUp } from "./setup/set-up.mjs";

// `npm run dev -- FLAGS`: rebuilds on every change and restarts `understudy serve FLAGS` when the server's bundle
// changed. The console is read from disk at each request, so that a change there only needs a reload of the page.
const QUIET_MS = 300;
const flags = process.argv.slice(2);
const children = new Set();
let server;
let restart = Promise.resolve();

await runScript(async () => {
  await setUp();
  dropStamp(root); // From here on the watcher writes to out/, and may be stopped in the middle of it.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => endAll(signal));
  const builder = start("node_modules/electron-vite/bin/electron-vite.js", "build", "--watch");
  builder.on("exit", () => endAll("SIGTERM"));
  serve();
  whenQuiet(join(root, "out/main"), () => {
    restart = restart.then(replaceServer);
  });
});

function start(script, ...args) {
  const child = spawn(process.execPath, [join(root, script), ...args], { cwd: root, stdio: "inherit" });
  children.add(child);
  child.on("exit", () => children.delete(child));
  return child;
}

function serve() {
  server = start("bin/understudy.mjs", "serve", ...flags);
}

async function replaceServer() {
  if (!existsSync(join(root, "out/main/cli.js"))) return; // A build is under way; its end will be seen too.
  if (children.has(server)) {
    server.kill("SIGTERM");
    await new Promise((resolve) => server.once("exit", resolve));
  }
  serve();
}

/** Calls back once a folder has seen no change for a moment: a build writes many files. */
function whenQuiet(folder, callback) {
  let timer;
  watch(folder, () => {
    clearTimeout(timer);
    timer = setTimeout(callback, QUIET_MS);
  });
}

function endAll(signal) {
  if (children.size === 0) process.exit(0);
  for (const child of children) {
    child.once("exit", () => children.size === 0 && process.exit(0));
    child.kill(signal);
  }
}
