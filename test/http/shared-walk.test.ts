import { expect, test } from "vitest";
import { everybody, type WalkQuery } from "../../src/server/population/people-walk.ts";
import { PostgresWalk } from "../../src/server/store/postgres/people-walk.ts";
import { PostgresStore } from "../../src/server/store/postgres/postgres-store.ts";
import { newDatabase } from "../helpers/postgres.ts";

const environment = { spaceId: "spc_1", environment: "development" } as const;
const at = Date.parse("2026-11-20T12:00:00Z");
const made = Array.from({ length: 40 }, (_, index) => ({
  kind: "known" as const,
  id: `p${String(index).padStart(2, "0")}`,
  fields: index < 30 ? { text: "x".repeat(300_000) } : {},
}));
const columns = { fields: true, labels: false, device: false, stamps: false };
const query: WalkQuery = { ...everybody, columns, selectors: [], now: at };

test.each([1, 2])("people with long texts are read a few at a time (one of every %i)", async (every) => {
  const { url, drop } = await newDatabase();
  const store = await PostgresStore.open(url);
  try {
    await store.users.import({ environment, at, users: made });
    const [row] = await store.database.rows<{ n: number }>("SELECT n FROM understudy.environments");
    const scope = { client: store.database, n: row?.n ?? 0, users: made.length, visitors: 0, events: 0 };
    const walk = new PostgresWalk({ ...scope, checkpoint: () => undefined });
    const groups: string[][] = [];
    for await (const group of walk.people({ ...query, every }))
      groups.push([...group].map((person) => person.id));
    const found = groups.flat();
    expect(new Set(found).size).toBe(made.length / every);
    expect(found).toEqual(made.map(({ id }) => id).filter((id) => found.includes(id)));
    const heavy = groups.map((ids) => ids.filter((id) => id < "p30").length);
    expect(Math.max(...heavy)).toBe(7);
  } finally {
    await store.close();
    await drop();
  }
});
