import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { compileTribes } from "../../../../src/core/targeting/compile-tribes.ts";
import type { PeopleChange } from "../../../../src/server/store/ports.ts";
import { SqliteStore } from "../../../../src/server/store/sqlite/sqlite-store.ts";
import { People } from "../../../../src/server/targeting/people.ts";
import { RecentMatches } from "../../../../src/server/targeting/recent-matches.ts";

const environment = { spaceId: "spc_1", environment: "development" } as const;
const at = Date.parse("2026-11-01T00:00:00Z");
const ana = { kind: "known", id: "ana" } as const;
const device = { id: "d", platform: "web", locale: "en", timeZone: "UTC" };
const sdk = { name: "browser", version: "1.0.0" };

let folder: string;
let store: SqliteStore;
let people: People;
let tribes = compileTribes([]);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-known-"));
  store = await SqliteStore.open(join(folder, "data.db"));
  people = new People(store, new RecentMatches(async () => 0));
  tribes = compileTribes([]);
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const known = async (now = at) => (await people.known(environment, ana, tribes, now)).user;
const save = (plan: string) =>
  store.users.save({ environment, mode: "replace", person: ana, fields: { plan }, at, ifMatch: null });
const event = (id: string) => ({
  id,
  name: "movie/watched",
  person: ana,
  time: at,
  sessionId: null,
  experienceId: null,
  pairs: [],
  source: "sdk" as const,
  sdk,
});
const act = (id: string, receivedAt = at) =>
  store.log.append({ environment, receivedAt, items: [{ kind: "event", event: event(id) }] });

test("somebody is asked for once, until they change, the Tribes do, or the clock is set back", async () => {
  await save("free");
  const asked = vi.spyOn(store.alone, "find");
  expect([await known(), await known()]).toMatchObject([
    { fields: { plan: "free" } },
    { fields: { plan: "free" } },
  ]);
  expect(asked).toHaveBeenCalledTimes(1);
  await save("gold");
  expect(await known()).toMatchObject({ fields: { plan: "gold" } });
  expect(asked).toHaveBeenCalledTimes(2);
  await known(at - 1);
  tribes = compileTribes([]);
  await known();
  expect(asked).toHaveBeenCalledTimes(4);
});

test("who changes while they are read is read again", async () => {
  await save("free");
  const { find } = store.alone;
  vi.spyOn(store.alone, "find").mockImplementationOnce(async (query) => {
    const found = await find(query);
    await save("gold");
    return found;
  });
  expect(await known()).toMatchObject({ fields: { plan: "free" } });
  expect(await known()).toMatchObject({ fields: { plan: "gold" } });
});

test("what they did is in it once it is written to them, and they are remembered only then", async () => {
  await save("free");
  await known();
  await act("e1", at + 5000);
  await expect.poll(known).toMatchObject({ lastSeenAt: new Date(at + 5000).toISOString() });
});

test("each change is told before it is answered, with whom it is about", async () => {
  const told: PeopleChange["people"][] = [];
  store.alone.onChange((change) => told.push(change.people));
  const of = async (work: Promise<unknown>) => {
    await work;
    return told.splice(0).map((some) => some?.map(({ id }) => id) ?? "anybody");
  };
  const { users } = store;
  expect(await of(save("free"))).toEqual([["ana"]]);
  expect(await of(act("e1"))).toEqual([["ana"]]);
  const refused = { ...event("e2"), code: "invalid-event" as const, detail: "", original: {}, person: null };
  const fields = {};
  const items = [
    { kind: "refused", event: refused } as const,
    { kind: "identify", person: { kind: "known", id: "ben" }, fields } as const,
  ];
  expect(await of(store.log.append({ environment, receivedAt: at, items }))).toEqual([["ben"]]);
  const cem = { kind: "visitor", id: "cem", fields } as const;
  expect(await of(users.import({ environment, at, users: [cem] }))).toEqual([["cem"]]);
  const start = { environment, id: "ses_1", person: ana, anonymousId: null, fields, at, sdk, device };
  expect(await of(users.startSession(start))).toEqual([["ana"]]);
  expect(await of(users.delete({ environment, person: ana, ifMatch: null }))).toEqual([["ana"]]);
  expect(await of(store.prune(at))).toEqual(["anybody"]);
  expect(await of(store.dropSpace("spc_1"))).toEqual(["anybody"]);
  expect(await of(store.file.whileClosed(async () => undefined))).toEqual(["anybody"]);
});
