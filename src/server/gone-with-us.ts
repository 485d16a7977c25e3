import { spawn } from "node:child_process";

/**
 * Removes what lies at `path` once this process is gone without having done so itself, also by `kill -9`: a shell waits for the
 * end of a pipe that only this process holds open. Not on Windows. Gives the function that calls it off.
 */
export function goneWithUs(path: string): () => void {
  if (process.platform === "win32") return () => {};
  const keeper = spawn("/bin/sh", ["-c", 'read -r _; rm -rf -- "$1"', "understudy-keeper", path], {
    stdio: ["pipe", "ignore", "ignore"],
    // Ctrl-C in the terminal must not reach it.
    detached: true,
  });
  keeper.on("error", () => {});
  keeper.stdin?.on("error", () => {});
  return () => keeper.kill("SIGKILL");
}
