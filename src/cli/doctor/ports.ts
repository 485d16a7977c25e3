import { createServer } from "node:net";
import { problemType } from "../../core/problem.ts";
import { answerTime, type Locator } from "../../server/locator.ts";
import { answerJson } from "../platform/answer-json.ts";
import type { Check } from "./check.ts";

const loopbacks = ["127.0.0.1", "::1"] as const;

interface Port {
  readonly id: "platform-port" | "sdk-port";
  readonly number: number;
  readonly plane: string;
}

export const defaultPorts: readonly Port[] = [
  { id: "platform-port", number: 4747, plane: "platform" },
  { id: "sdk-port", number: 4748, plane: "SDK plane" },
];

/** Whether a default port is free, and else who has it. Never a problem: serve takes the next free one. */
export async function checkPort({ id, number, plane }: Port, copy: Locator | null): Promise<Check> {
  const taken = (await Promise.all(loopbacks.map((host) => isTaken(number, host)))).includes(true);
  if (!taken) return { id, status: "ok", text: `port ${number} (${plane}) is free` };
  const holder = await holderOf(number, copy);
  return { id, status: "note", text: `port ${number} (${plane}) is taken by ${holder}` };
}

/** On an address family that this machine does not have, no port is taken. */
function isTaken(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "EADDRINUSE"));
    probe.listen({ port, host, ipv6Only: true }, () => probe.close(() => resolve(false)));
  });
}

async function holderOf(port: number, copy: Locator | null): Promise<string> {
  if (copy !== null && [copy.platformUrl, copy.sdkUrl].some((url) => new URL(url).port === String(port))) {
    return `the Understudy that runs on this data folder (process ${copy.pid})`;
  }
  const another = await answersAsUnderstudy(port);
  const who = another ? "an Understudy on another data folder" : "another program";
  return `${who}; serve takes the next free one`;
}

/** Without a token both planes refuse this path, with a problem of our own (CONTRACT.md, "Problem"). */
async function answersAsUnderstudy(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/v2/status`, {
      signal: AbortSignal.timeout(answerTime),
      redirect: "error",
    });
    const isProblem = response.headers.get("content-type")?.startsWith(problemType) === true;
    if (!isProblem) {
      await response.body?.cancel();
      return false;
    }
    const json = JSON.stringify(await answerJson(`port ${port}`, response));
    return /"type":"http[^"]*\/problems\/(unauthorized|not-found)"/.test(json);
  } catch {
    return false;
  }
}
