import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PersonRef } from "../../src/core/refs.ts";
import { PostgresStore } from "../../src/server/store/postgres/postgres-store.ts";
import { newDatabase, testPostgres } from "../helpers/postgres.ts";

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

  const append = (prefix: string, at: number) =>
    store.log.append({
      environment,
      receivedAt: at,
      items: ["ana", "bo"].map((id) => ({
        kind: "event" as const,
        event: {
          id: `${prefix}-${id}`,
          name: "a/b",
          person: known(id),
          time: at,
          sessionId: null,
          experienceId: null,
          pairs: [],
          source: "sdk" as const,
          sdk: null,
        },
      })),
    });

  test("are stored though another transaction locks the same people the other way round", async () => {
    await append("first", 1_000);
    const locked = (client: { rows: (sql: string) => Promise<unknown> }, id: string) =>
      client.rows(`SELECT 1 FROM understudy.users WHERE id = '${id}' FOR UPDATE`);
    const waiting = () =>
      store.database.rows(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
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
});
