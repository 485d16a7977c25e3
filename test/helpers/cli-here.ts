import { expect, onTestFinished, vi } from "vitest";
import { main } from "../../src/cli/index.ts";
import { stopSignals } from "../../src/cli/stop-signals.ts";
import { complaintsOf, environment } from "./built-program.ts";

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface Place {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

let isBusy = false;

/**
 * Runs a command line from its source in this very process, without a terminal and without a display, as `run` does in one of
 * its own: a tenth of what that costs, and its lines count as covered. One at a time, within a test. What needs a signal, another
 * user or standard input, and what is said after the command's end, needs a process of its own.
 */
export async function cliHere(args: readonly string[], { env, cwd }: Place = {}): Promise<Ended> {
  if (isBusy) throw new Error("a command line runs here already: two at once need processes of their own");
  isBusy = true;
  const before = { env: { ...process.env }, cwd: process.cwd() };
  const out = heard(process.stdout);
  const err = heard(process.stderr);
  const restore = once(() => {
    process.chdir(before.cwd);
    setEnvironment(before.env);
    for (const one of [out, err]) one.restore();
    isBusy = false;
  });
  // A command that never ends must not take the next test with it.
  onTestFinished(restore);
  try {
    setEnvironment(environment(env));
    process.chdir(cwd ?? before.cwd);
    const listening = listeners();
    const code = await main(args);
    const said = { code, out: out.lines().join("\n"), err: complaintsOf({ stderr: err.lines() }) };
    expect(listeners(), `left on the process by ${JSON.stringify([args, said])}`).toEqual(listening);
    return said;
  } finally {
    restore();
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

/** What is written there from now on, which goes nowhere else. */
function heard(stream: NodeJS.WriteStream) {
  const chunks: Buffer[] = [];
  const spy = vi
    .spyOn(stream, "write")
    .mockImplementation((chunk: string | Uint8Array, ...rest: unknown[]) => {
      chunks.push(Buffer.from(chunk));
      const written = rest.at(-1);
      if (typeof written === "function") written();
      return true;
    });
  const lines = () => Buffer.concat(chunks).toString().replace(/\n$/, "").split("\n");
  return { lines, restore: () => spy.mockRestore() };
}

function setEnvironment(wanted: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in wanted)) delete process.env[name];
  Object.assign(process.env, wanted);
}

const listeners = () => ["exit", ...stopSignals].map((name) => [name, process.listenerCount(name)]);
