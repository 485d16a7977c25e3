import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerHere();
});
afterAll(() => server.remove());

test("/readyz needs no token, and says that the store answers", async () => {
  const answer = await fetch(new URL("/readyz", server.platformUrl));
  expect([answer.status, await answer.json()]).toEqual([200, { status: "ready" }]);
});

test("/metrics is the operator's, in Prometheus' text format", async () => {
  expect((await fetch(new URL("/metrics", server.platformUrl))).status).toBe(401);
  const [refused] = (await server.api("GET", "/v2/audit")).body.data;
  expect(refused).toMatchObject({ account: null, path: "/metrics", status: 401 });
  const event = { id: "e1", name: "movie/watched", time: new Date().toISOString(), userId: "ana" };
  await server.sdk("POST", "/sdk/v1/events", { events: [event] });
  const answer = await fetch(new URL("/metrics", server.platformUrl), {
    headers: { authorization: `Bearer ${server.token}` },
  });
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await answer.text()).trimEnd().split("\n");
  expect(lines).toContain('understudy_log_last_sequence{space="my-first-space",environment="development"} 1');
  expect(lines).toContain("understudy_store_up 1");
  for (const line of lines) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{.*\})? [\d.e+-]+)$/);
});
