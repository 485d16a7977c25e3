import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const POLL_MS = 250;
const SHELL = /^(ba|da|z|k|a)?sh$/;

/**
 * Under `npm start` a shell stands between npm and this process. A signal to npm ends npm and that shell, but is never
 * passed on; so this process watches both, and sends itself SIGTERM when one is gone.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const watched = launchers();
  const timer = setInterval(() => {
    if (watched.every(isAlive) && process.ppid === watched[0]) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, POLL_MS);
  timer.unref();
}

/** Our parent; and npm behind it, where the parent is only npm's shell. */
function launchers() {
  const { name, parent } = describe(process.ppid);
  return SHELL.test(name) && parent > 1 ? [process.ppid, parent] : [process.ppid];
}

function describe(pid) {
  try {
    return process.platform === "linux" ? fromProc(pid) : fromPs(pid);
  } catch {
    return { name: "", parent: 0 }; // e.g. Windows: the parent alone is watched
  }
}

/** proc(5): pid (name) state ppid …; the name may itself hold spaces and brackets. */
function fromProc(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const end = text.lastIndexOf(")");
  return { name: text.slice(text.indexOf("(") + 1, end), parent: Number(text.slice(end + 2).split(" ")[1]) };
}

function fromPs(pid) {
  const text = execFileSync("ps", ["-o", "ppid=,comm=", "-p", String(pid)], { encoding: "utf8" }).trim();
  const [parent, path = ""] = text.split(/\s+(.*)/s);
  return { name: path.split("/").at(-1) ?? "", parent: Number(parent) };
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
