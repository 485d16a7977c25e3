import { afterAll, beforeAll, expect, test } from "vitest";
import { followEvents } from "../helpers/live-events.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServerHere();
});
afterAll(async () => {
  await server?.stop();
  await server?.remove();
});

test("whoever has seen a stream's 200 misses nothing that happens after it, from the first stream on", async () => {
  const stream = `${server.platformUrl}/v2/spaces/${server.spaceKey}/environments/development/events/stream`;
  for (let round = 0; round < 10; round += 1) {
    const live = await followEvents(stream, server.token);
    const event = { name: "stream/started", time: new Date().toISOString(), userId: `u${round}` };
    expect((await server.sdk("POST", "/sdk/v1/events", { events: [event] })).status).toBe(202);
    expect((await live.until(1)).map(({ userId }) => userId)).toEqual([`u${round}`]);
    live.close();
  }
});
