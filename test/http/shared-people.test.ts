import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LiveStates, liveStates } from "../helpers/live-states.ts";
import { newDatabase } from "../helpers/postgres.ts";
import { refetchMessages } from "../helpers/refetch-messages.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";
import { anEvent, setUpBanner, startSession } from "../helpers/targeting-setup.ts";

const users = "/v2/spaces/my-first-space/environments/development/users";
const gold = { fields: { plan: "gold" } };
const others = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `other-${at}`, fields: { plan: "none" } }));

describe("a stream at one server, about somebody whom another server changes", () => {
  let database: Awaited<ReturnType<typeof newDatabase>>;
  let a: TestServer;
  let b: TestServer;
  let bannerId: string;
  beforeAll(async () => {
    database = await newDatabase();
    [a, b] = await Promise.all([
      startServerHere({ store: database.url }),
      startServerHere({ store: database.url }),
    ]);
    const space = `/v2/spaces/${a.spaceKey}`;
    await a.api("POST", `${space}/tribes`, {
      name: "Gold",
      rules: { any: [{ field: "plan", op: "equals", value: "gold" }, { label: "vip" }] },
    });
    await a.api("POST", `${space}/tribes`, {
      name: "Keen",
      rules: {
        all: [
          { field: "plan", op: "equals", value: "silver" },
          { event: "movie/watched", window: { anyTime: true } },
        ],
      },
    });
    ({ bannerId } = await setUpBanner(a, [
      { audience: { anyOf: ["gold", "keen"] }, serve: { data: { headline: "Gold" } } },
    ]));
  });
  afterAll(async () => {
    await Promise.all([a.remove(), b.remove()]);
    await database.drop();
  });

  /** A stream at A about a user who has just started a session there. */
  async function follow(userId: string): Promise<LiveStates> {
    const live = await liveStates(a, (await startSession(a, { userId })).session.id);
    await live.next();
    return live;
  }

  it.each<[string, (userId: string) => Promise<unknown>]>([
    ["their fields", (userId) => b.api("PATCH", `${users}/${userId}`, gold)],
    ["their labels", (userId) => b.api("PATCH", `${users}/${userId}`, { labels: ["vip"] })],
    ["a session with fields", (userId) => startSession(b, { userId, ...gold })],
    ["an identify", (userId) => b.sdk("POST", "/v1/identify", { userId, traits: gold.fields })],
    ["an import of many", (id) => b.api("POST", `${users}/import`, [...others(300), { id, ...gold }])],
  ])("is told of %s", async (what, act) => {
    const userId = what.replaceAll(" ", "-");
    const live = await follow(userId);
    await act(userId);
    expect((await live.next()).changed).toEqual([bannerId]);
    live.stop();
  });

  it("is told that they were deleted", async () => {
    await startSession(a, { userId: "goes", ...gold });
    const live = await follow("goes");
    expect((await b.api("DELETE", `${users}/goes`)).status).toBe(204);
    expect((await live.next()).changed).toEqual([bannerId]);
    live.stop();
  });

  it("goes on with what they are now: a later event is decided by it", async () => {
    const live = await follow("keen");
    await b.api("PATCH", `${users}/keen`, { fields: { plan: "silver" } });
    await b.sdk("POST", "/sdk/v1/events", { events: [anEvent("movie/watched", { userId: "keen" })] });
    expect((await live.next()).changed).toEqual([bannerId]);
    live.stop();
  });

  it("tells OFREP's readers to ask again", async () => {
    // A stream that is open already has A follow the environment, so that no change is missed before OFREP's stream opens.
    const live = await follow("also-here");
    const { body } = await a.sdk("POST", "/ofrep/v1/evaluate/flags", { context: { targetingKey: "flags" } });
    const stream = await refetchMessages(body.eventStreams[0].url);
    await b.api("PUT", `${users}/flags`, gold);
    await stream.until(1);
    stream.stop();
    live.stop();
  });

  it("tells only what concerns them", async () => {
    const [one, other] = [await follow("one"), await follow("two")];
    await b.api("PATCH", `${users}/two`, gold);
    expect((await other.next()).changed).toEqual([bannerId]);
    await b.api("PATCH", `${users}/one`, gold);
    await one.next();
    expect(one.messages).toHaveLength(2);
    for (const live of [one, other]) live.stop();
  });
});
