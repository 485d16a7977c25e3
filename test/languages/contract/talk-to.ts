import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Driver } from "./run-contract.ts";

/** A program that reads steps and writes what it saw, a line each. */
export function talkTo(program: ChildProcess): Driver {
  const { stdin, stdout } = program;
  if (stdin === null || stdout === null) throw new Error("the driver has no input or output");
  const waiting: { resolve: (saw: Record<string, unknown>) => void; reject: (why: Error) => void }[] = [];
  createInterface({ input: stdout }).on("line", (line) => waiting.shift()?.resolve(JSON.parse(line)));
  program.once("exit", (code) => {
    for (const one of waiting) one.reject(new Error(`the driver ended with ${code}`));
  });
  return {
    send: (step) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        stdin.write(`${JSON.stringify(step)}\n`);
      }),
    close: async () => void program.kill(),
  };
}
