import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Problem } from "../../../../src/core/problem.ts";
import { problemHandler } from "../../../../src/server/http/send-problem.ts";
import { probes, Readiness } from "../../../../src/server/settings/probes.ts";

const never = () => new Promise<never>(() => undefined);
let server: ReturnType<typeof createServer> | undefined;
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  vi.useRealTimers();
  server?.close();
});

/** What a server says whose store does this when it is asked. */
async function ask(path: string, answer: () => Promise<unknown>, state = "running") {
  const store = {
    health: () => ({ state, waiting: { rows: 0 } }),
    ...{ log: { last: answer }, behind: answer, takesChanges: answer },
  };
  const services = {
    ...{ store, readiness: new Readiness(), clock: { now: () => 0 }, workspace: { spaces: () => [] } },
    ...{ ingest: { refused: 0 }, live: { connected: 0 } },
  };
  const operator = () => ({ assertOperator: () => undefined });
  const app = express().use(probes(services as never, operator as never));
  server = createServer(
    app.use(
      problemHandler(
        () => "http://127.0.0.1",
        () => undefined,
      ),
    ),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const asked = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  await once(server, "request");
  await vi.advanceTimersByTimeAsync(2_000);
  return asked;
}

test.each([
  ["does not answer", never, "running", "The store did not answer within 2 s."],
  [
    "can't be read",
    () => Promise.reject(new Problem("storage-failed", "x")),
    "running",
    "The store does not answer.",
  ],
  ["takes nothing any more", () => Promise.resolve([]), "failed", "Nothing can be stored any more."],
])("a server whose store %s is not ready", async (_, answer, state, detail) => {
  const answered = await ask("/readyz", answer, state);
  expect([answered.status, answered.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await answered.json()).toMatchObject({ code: "not-ready", detail });
});

test("figures come without those that only the store knows, where it does not answer", async () => {
  const answered = await ask("/metrics", never);
  expect(answered.status).toBe(200);
  const lines = (await answered.text()).split("\n").filter((line) => !line.startsWith("#"));
  expect(lines).toContain("understudy_store_up 0");
  expect(lines.filter((line) => /behind|last_sequence/.test(line))).toEqual([]);
});
