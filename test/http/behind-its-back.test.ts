import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environmentStats } from "../../src/core/space.ts";
import { followEvents } from "../helpers/live-events.ts";
import { liveStates } from "../helpers/live-states.ts";
import { newFolder, startServerHere, type TestServer } from "../helpers/server.ts";
import { anEvent, setUpBanner, startSession } from "../helpers/targeting-setup.ts";
import { WriterProcess } from "../helpers/writer-process.ts";
import { settled } from "../store/sqlite.ts";

let server: TestServer;
let other: WriterProcess;
beforeAll(async () => {
  server = await startServerHere({ dataDir: await newFolder() });
});
afterAll(async () => {
  await other.kill();
  await server.remove();
});

test("what another process appends to the log is in feed, decisions, an open session's stream, rate and figures", async () => {
  const space = `/v2/spaces/${server.spaceKey}`;
  const environment = `${space}/environments/development`;
  const tribe = await server.api("POST", `${space}/tribes`, {
    name: "Watchers",
    rules: { event: "movie/watched", did: true, count: { op: "any" }, window: { anyTime: true }, where: [] },
  });
  const forThem = { audience: { anyOf: [tribe.body.key] }, serve: { data: { headline: "For you" } } };
  const { bannerId } = await setUpBanner(server, [forThem]);
  const [ana, bo] = [
    await startSession(server, { userId: "ana" }),
    await startSession(server, { userId: "bo" }),
  ];
  const headline = async () =>
    (await server.sdk("GET", `/sdk/v1/sessions/${bo.session.id}/states`)).body.states[bannerId].data.headline;
  const stats = async () => environmentStats.parse((await server.api("GET", `${environment}/stats`)).body);
  const counted = async () => (await stats()).rate.reduce((sum, one) => sum + one, 0);
  const spaceId = (await server.api("GET", space)).body.id;

  // What the process knows itself begins here, and goes through this event.
  const own = anEvent("movie/watched", { userId: "somebody" });
  expect((await server.sdk("POST", "/sdk/v1/events", { events: [own] })).status).toBe(202);
  const path = join(server.dataDir, ".understudy/data.db");
  await settled(path);
  const live = await liveStates(server, ana.session.id);
  await live.next();
  const feed = await followEvents(`${server.platformUrl}${environment}/events/stream`, server.token);
  expect([await headline(), (await stats()).events]).toEqual(["Welcome", 1]);

  other = await WriterProcess.open(path);
  const act = (id: string) => ({
    kind: "event" as const,
    event: {
      id: `behind-${id}`,
      name: "movie/watched",
      time: Date.now(),
      person: { kind: "known" as const, id },
      sessionId: null,
      experienceId: null,
      pairs: [],
      source: "sdk" as const,
      sdk: null,
    },
  });
  const batch = { environment: { spaceId, environment: "development" as const }, receivedAt: Date.now() };
  expect(await other.write("append", { ...batch, items: [act("ana"), act("bo")] })).toEqual([2, 3]);

  // At once for who asks, without anybody having looked; soon for who listens.
  expect(await headline()).toBe("For you");
  expect(await stats()).toMatchObject({ events: 3, lastEvent: { who: "bo" } });
  expect((await live.next()).changed).toEqual([bannerId]);
  expect((await feed.until(2)).map(({ id, sequence }) => [id, sequence])).toEqual([
    ["behind-ana", 2],
    ["behind-bo", 3],
  ]);
  await expect.poll(counted).toBe(3);
  expect(await other.write("append", { ...batch, items: [act("cy"), act("ana")] })).toEqual([4, 0]);
  expect((await feed.until(3)).at(-1)).toMatchObject({ id: "behind-cy", sequence: 4 });
  live.stop();
  feed.close();
});
