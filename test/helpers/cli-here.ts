import { expect, vi } from "vitest";
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
 * its own: a tenth of what that costs, and its lines count as covered. One at a time; only a process of its own can be sent a
 * signal.
 */
export async function cliHere(args: readonly string[], { env, cwd }: Place = {}): Promise<Ended> {
  if (isBusy) throw new Error("a command line runs here already: two at once need processes of their own");
  isBusy = true;
  const before = { env: { ...process.env }, cwd: process.cwd() };
  const out = heard(process.stdout);
  const err = heard(process.stderr);
  try {
    setEnvironment(environment(env));
    process.chdir(cwd ?? before.cwd);
    const listening = listeners();
    const code = await main(args);
    expect(listeners(), "what it leaves on the process").toEqual(listening);
    return { code, out: out.lines().join("\n"), err: complaintsOf({ stderr: err.lines() }) };
  } finally {
    process.chdir(before.cwd);
    setEnvironment(before.env);
    for (const { restore } of [out, err]) restore();
    isBusy = false;
  }
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
