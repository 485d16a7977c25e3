import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PersonRef } from "../../src/core/refs.ts";
import { PostgresStore } from "../../src/server/store/postgres/postgres-store.ts";
import { administer, newDatabase, testPostgres } from "../helpers/postgres.ts";

const environment = { spaceId: "spc_1", environment: "development" } as const;
const known = (id: string): PersonRef => ({ kind: "known", id });

describe.runIf(testPostgres !== null)("events of several people", () => {
  let database: Awaited<ReturnType<typeof newDatabase>>;
  let store: PostgresStore;
  beforeAll(async () => {
    database = await newDatabase();
    store = await PostgresStore.open(database.url);
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  const waits =
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  const waiting = () => store.database.rows(waits);
  const eventOf = (id: string, person: string, at: number) => ({
    id,
    name: "a/b",
    person: known(person),
    time: at,
    sessionId: null,
    experienceId: null,
    pairs: [],
    source: "sdk" as const,
    sdk: null,
  });
  const append = (prefix: string, at: number) =>
    store.log.append({
      environment,
      receivedAt: at,
      items: ["ana", "bo"].map((id) => ({
        kind: "event" as const,
        event: eventOf(`${prefix}-${id}`, id, at),
      })),
    });

  test("are stored though another transaction locks the same people the other way round", async () => {
    await append("first", 1_000);
    const locked = (client: { rows: (sql: string) => Promise<unknown> }, id: string) =>
      client.rows(`SELECT 1 FROM understudy.users WHERE id = '${id}' FOR UPDATE`);
    let appended: Promise<unknown> = Promise.resolve();
    await store.database.transaction(async (client) => {
      await locked(client, "bo");
      // It has Ana, and waits for Bo: it waits the longest, and is the one that gives way.
      appended = append("second", 2_000);
      await expect.poll(waiting).toHaveLength(1);
      await locked(client, "ana");
    });
    await expect(appended).resolves.toBeDefined();
    expect((await store.users.find({ environment, id: "bo", kind: "known" }))?.lastSeenAt).toBe(
      new Date(2_000).toISOString(),
    );
  });

  test("that come a second time, an identify among them, write nothing over a newer one that waits for the same person", async () => {
    const identify = async (by: PostgresStore, id: string, plan: string) =>
      by.log.append({
        environment,
        receivedAt: 3_000,
        items: [
          {
            kind: "event" as const,
            fields: { plan },
            event: { ...eventOf(id, "cleo", 3_000), name: "identify" },
          },
        ],
      });
    await identify(store, "first", "none");
    const others = await Promise.all([PostgresStore.open(database.url), PostgresStore.open(database.url)]);
    const [second, third] = others as [PostgresStore, PostgresStore];
    const appended: Promise<unknown>[] = [];
    await store.database.transaction(async (client) => {
      await client.rows("SELECT 1 FROM understudy.users WHERE id = 'cleo' FOR UPDATE");
      for (const [by, id, plan] of [
        [store, "gold", "gold"],
        [second, "silver", "silver"],
        [third, "gold", "gold"],
      ] as const) {
        appended.push(identify(by, id, plan));
        await expect.poll(waiting).toHaveLength(appended.length);
      }
    });
    await Promise.all([...appended]);
    expect((await store.users.find({ environment, id: "cleo", kind: "known" }))?.fields).toEqual({
      plan: "silver",
    });
    await Promise.all(others.map((one) => one.close()));
  });

  test("lock them in the order in which changes of people do, whatever that of the database is", async () => {
    const name = `order_${process.pid}`;
    await administer(
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'de' LOCALE 'C'`,
    );
    const url = new URL(database.url);
    url.pathname = `/${name}`;
    const german = await PostgresStore.open(url.href);
    // Its own order is a, B.
    const people = ["a", "B"].map(known);
    const appendTo = (prefix: string, at: number) =>
      german.log.append({
        environment,
        receivedAt: at,
        items: people.map(({ id }) => ({ kind: "event", event: eventOf(`${prefix}-${id}`, id, at) })),
      });
    try {
      await appendTo("first", 1_000);
      let appended: Promise<unknown> = Promise.resolve();
      await german.database.transaction(async (client) => {
        const lock = (id: string) =>
          client.rows(`SELECT id FROM understudy.users WHERE id = '${id}' FOR UPDATE NOWAIT`);
        await lock("B");
        appended = appendTo("second", 2_000);
        await expect.poll(() => german.database.rows(waits)).toHaveLength(1);
        expect(await lock("a")).toEqual([{ id: "a" }]);
      });
      await appended;
    } finally {
      await german.close();
      await administer(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  });
});
