import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Driver } from "./run-contract.ts";

interface Devices {
  /** Another device, in the same process: in a new one where that has ended. */
  readonly open: () => Promise<Driver>;
  readonly end: () => void;
}

/** Devices of a program that reads steps and writes what it saw, a line each. */
export function devicesOf(start: () => ChildProcess): Devices {
  let program = talkTo(start());
  return {
    open: async () => {
      if (program.ended()) program = talkTo(start());
      const { send, ended } = program;
      await send({ do: "open" });
      return { send, close: async () => void (ended() || (await send({ do: "kill" }))) };
    },
    end: () => program.kill(),
  };
}

function talkTo(program: ChildProcess) {
  const { stdin, stdout } = program;
  if (stdin === null || stdout === null) throw new Error("the driver has no input or output");
  const waiting: { resolve: (saw: Record<string, unknown>) => void; reject: (why: Error) => void }[] = [];
  createInterface({ input: stdout }).on("line", (line) => waiting.shift()?.resolve(JSON.parse(line)));
  let end: Error | null = null;
  program.once("exit", (code, signal) => {
    end = new Error(`the driver ended with ${code ?? signal}`);
    for (const one of waiting) one.reject(end);
  });
  const send: Driver["send"] = (step) =>
    new Promise((resolve, reject) => {
      // What is asked of one that is gone is never answered.
      if (end !== null) return reject(end);
      waiting.push({ resolve, reject });
      stdin.write(`${JSON.stringify(step)}\n`);
    });
  return { send, ended: () => end !== null, kill: () => void program.kill() };
}
