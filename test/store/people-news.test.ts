import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PersonRef } from "../../src/core/refs.ts";
import type { PeopleNews, Users } from "../../src/server/store/ports.ts";
import { tellOfPeople } from "../../src/server/store/postgres/people-news.ts";
import { PostgresStore } from "../../src/server/store/postgres/postgres-store.ts";
import { newDatabase, testPostgres } from "../helpers/postgres.ts";

const environment = { spaceId: "spc_1", environment: "development" } as const;
const at = Date.parse("2026-11-20T12:00:00Z");
const known = (id: string): PersonRef => ({ kind: "known", id });

// Only what servers share has such news.
describe.runIf(testPostgres !== null)("who was changed", () => {
  let database: Awaited<ReturnType<typeof newDatabase>>;
  let store: PostgresStore;
  let users: Users;
  let news: PeopleNews;
  beforeAll(async () => {
    database = await newDatabase();
    store = await PostgresStore.open(database.url);
    ({ users } = store);
    if (users.news === undefined) throw new Error("it has none");
    news = users.news;
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  const save = (id: string) =>
    users.save({ environment, mode: "replace", person: known(id), fields: {}, at, precondition: null });
  const importOf = (count: number) =>
    users.import({
      environment,
      at,
      users: Array.from({ length: count }, (_, n) => ({ ...known(`many-${n}`), fields: {} })),
    });
  const mark = async () => (await news.marks([environment]))[0] ?? -1;
  const since = async (after: number) => news.changed({ environment, after, through: await mark() });

  test("is told by mark: made, changed, in a session, identified, deleted", async () => {
    expect(await mark()).toBe(0);
    await save("ana");
    expect(await since(0)).toEqual([known("ana")]);
    const acts: (() => Promise<unknown>)[] = [
      () => save("ana"),
      () =>
        users.startSession({
          environment,
          id: "ses_1",
          person: known("ana"),
          anonymousId: null,
          fields: {},
          at,
          sdk: { name: "browser", version: "1.0.0" },
          device: { id: "d1", platform: "web" },
        }),
      () =>
        store.log.append({
          environment,
          receivedAt: at,
          items: [
            {
              kind: "event",
              event: {
                id: "e1",
                name: "$identify",
                person: known("ana"),
                time: at,
                sessionId: null,
                experienceId: null,
                pairs: [],
                source: "segment",
                sdk: null,
              },
              fields: { plan: "gold" },
            },
          ],
        }),
      () => users.delete({ environment, person: known("ana"), precondition: null }),
    ];
    for (const act of acts) {
      const before = await mark();
      await act();
      expect(await since(before)).toEqual([known("ana")]);
    }
  });

  test("names nobody where nobody was changed, and each only once", async () => {
    const before = await mark();
    await users.delete({ environment, person: known("nobody"), precondition: null });
    expect(await mark()).toBe(before);
    for (const id of ["ben", "cleo", "ben"]) await save(id);
    expect(await since(before)).toEqual([known("ben"), known("cleo")]);
  });

  test("names nobody of many, and keeps one row for them", async () => {
    const before = await mark();
    await importOf(1000);
    expect(await since(before)).toBeNull();
    const rows = await store.database.rows("SELECT 1 FROM understudy.people_changes WHERE at > $1", [before]);
    expect(rows).toHaveLength(1);
  });

  test("says that it may be anybody where the changes are no longer there", async () => {
    const before = await mark();
    for (let n = 0; n < 600; n += 1) await save("dana");
    expect(await since(before)).toBeNull();
    expect(await since((await mark()) - 100)).toEqual([known("dana")]);
    const rows = await store.database.rows("SELECT 1 FROM understudy.people_changes");
    expect(rows.length).toBeLessThanOrEqual(550);
  });

  test("leaves nobody out who is committed later: a change waits for the one before it", async () => {
    const before = await mark();
    const [row] = await store.database.rows<{ n: number }>("SELECT n FROM understudy.people_marks");
    const done: string[] = [];
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let begun = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const first = store.database
      .transaction(async (client) => {
        await tellOfPeople(client, row?.n ?? -1, [known("first")]);
        begun();
        await held;
      })
      .then(() => done.push("first"));
    await hasBegun;
    const second = save("second").then(() => done.push("second"));
    const waiting = () =>
      store.database.rows(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
    try {
      await expect.poll(waiting).toHaveLength(1);
      expect(await mark()).toBe(before);
    } finally {
      letGo();
    }
    await Promise.all([first, second]);
    expect(done).toEqual(["first", "second"]);
    expect(await since(before)).toEqual([known("first"), known("second")]);
  });
});
