import { spawn } from "node:child_process";
import { constants } from "node:os";

const TAIL_CHARACTERS = 64 * 1024;
const onWindows = process.platform === "win32";

/**
 * Runs one program to its end. On a signal the program and all that it started are ended too, and this process exits
 * as a shell would (128 + the signal's number), so that nothing is left behind.
 *
 * @param {{ show?: boolean, env?: Record<string, string | undefined>, cwd?: string, silent?: number }} options
 *   show: print its output as it comes; silent: after so many milliseconds without a word of it, it is killed, with all that it
 *   started (code 137)
 * @returns {Promise<{ code: number, output: string }>} the exit code, and the end of what it printed (when not shown)
 */
export function runStep(command, args, { show = false, env = process.env, cwd, silent = 0 } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
      // A group of its own, so that one signal reaches the grandchildren as well.
      detached: !onWindows,
      shell: onWindows && command.endsWith(".cmd"),
    });
    let output = "";
    const keep = (chunk) => {
      output = (output + chunk).slice(-TAIL_CHARACTERS);
      silence?.refresh();
    };
    child.stdout?.setEncoding("utf8").on("data", keep);
    child.stderr?.setEncoding("utf8").on("data", keep);
    const release = endWithParent(child);
    const kill = () => endGroup(child, "SIGKILL");
    const silence = silent > 0 ? setTimeout(kill, silent) : undefined;
    child.on("error", (error) => {
      clearTimeout(silence);
      release();
      reject(error);
    });
    child.on("close", (code, signal) => {
      clearTimeout(silence);
      release();
      resolve({ code: code ?? 128 + (constants.signals[signal] ?? 0), output });
    });
  });
}

function endWithParent(child) {
  const handlers = ["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => [
    signal,
    () => {
      endGroup(child, signal);
      child.once("close", () => process.exit(128 + constants.signals[signal]));
    },
  ]);
  for (const [signal, handler] of handlers) process.once(signal, handler);
  return () => {
    for (const [signal, handler] of handlers) process.removeListener(signal, handler);
  };
}

function endGroup(child, signal) {
  try {
    if (onWindows) spawn("taskkill", ["/pid", String(child.pid), "/T", "/F"], { stdio: "ignore" });
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended by itself in the meantime.
  }
}
