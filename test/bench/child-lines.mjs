// A program of a bench whose lines of JSON are read one by one.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export function program(path, args) {
  const child = spawn(process.execPath, [path, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  process.once("exit", () => child.kill("SIGKILL"));
  return { child, line: async () => JSON.parse((await lines.next()).value) };
}
