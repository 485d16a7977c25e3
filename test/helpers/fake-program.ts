import { chmodSync, writeFileSync } from "node:fs";

/** Writes a script that can be run like a program, in Electron's place. */
export function writeProgram(path: string, script: string): string {
  writeFileSync(path, `#!${process.execPath}\n${script}`);
  chmodSync(path, 0o755);
  return path;
}

/** Resolves once no such process is there; a test's own time limit ends the wait. */
export async function isGone(pid: number): Promise<boolean> {
  while (isThere(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
  return true;
}

export function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
