import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Driver } from "./run-contract.ts";

/** A program that reads steps and writes what it saw, a line each. */
export function talkTo(program: ChildProcess): Driver {
  const { stdin, stdout } = program;
  if (stdin === null || stdout === null) throw new Error("the driver has no input or output");
  const waiting: { resolve: (saw: Record<string, unknown>) => void; reject: (why: Error) => void }[] = [];
  createInterface({ input: stdout }).on("line", (line) => waiting.shift()?.resolve(JSON.parse(line)));
  let ended: Error | null = null;
  program.once("exit", (code, signal) => {
    ended = new Error(`the driver ended with ${code ?? signal}`);
    for (const one of waiting) one.reject(ended);
  });
  return {
    send: (step) =>
      new Promise((resolve, reject) => {
        // What is asked of one that is gone is never answered.
        if (ended !== null) return reject(ended);
        waiting.push({ resolve, reject });
        stdin.write(`${JSON.stringify(step)}\n`);
      }),
    close: async () => void program.kill(),
  };
}
