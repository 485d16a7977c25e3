import type { ChildProcess } from "node:child_process";
import { expect, it } from "vitest";
import { askToEnd } from "../../../src/cli/process-group.ts";

it.each([
  ["win32", true, "end", ["send end"]],
  ["win32", false, "end", ["kill SIGTERM"]],
  ["win32", true, undefined, ["kill SIGTERM"]],
  ["linux", true, "end", ["send end", "kill SIGTERM"]],
  ["darwin", false, undefined, ["kill SIGTERM"]],
] as const)("on %s, connected %s, with the order %s: %j", (platform, connected, order, want) => {
  const done: string[] = [];
  const child = {
    connected,
    send: (message: string) => done.push(`send ${message}`),
    kill: (signal: string) => done.push(`kill ${signal}`),
  };
  askToEnd(child as unknown as ChildProcess, order, platform);
  expect(done).toEqual(want);
});
