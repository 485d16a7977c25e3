import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { people } from "../../../../../src/server/store/sqlite/scan/people.ts";
import { type Db, openForScanning, type Statement } from "../../../../../src/server/store/sqlite/schema.ts";
import { SqliteStore } from "../../../../../src/server/store/sqlite/sqlite-store.ts";

const environment = { spaceId: "spc_1", environment: "development" } as const;
const at = Date.parse("2026-11-20T12:00:00Z");

/** Light people around heavy ones, of whom four may be read together. */
const isHeavy = (index: number) => index >= 2_100 && index < 2_160;
const made = Array.from({ length: 3_000 }, (_, index) => ({
  kind: "visitor" as const,
  id: `v${String(index).padStart(4, "0")}`,
  fields: isHeavy(index) ? { text: "x".repeat(450_000) } : {},
}));

/** What statements are asked for, by the most people that each may look at. */
function counted(db: Db, looked: number[]): Db {
  const prepare = (sql: string): Statement => {
    const statement = db.prepare(sql).raw();
    const get = (...values: unknown[]) => {
      looked.push(values.slice(3).find((value) => typeof value === "number") as number);
      return statement.get(...values);
    };
    return { raw: () => ({ get }) } as unknown as Statement;
  };
  return { prepare } as unknown as Db;
}

test("people with long texts are read a few at a time, and none of them is weighed many times over", async () => {
  const folder = await mkdtemp(join(tmpdir(), "understudy-people-"));
  const path = join(folder, "data.db");
  const store = await SqliteStore.open(path);
  for (let from = 0; from < made.length; from += 50)
    await store.users.import({ environment, at, users: made.slice(from, from + 50) });
  await store.close();
  const db = openForScanning(path);
  try {
    const looked: number[] = [];
    const scope = {
      db: counted(db, looked),
      n: 1,
      users: 0,
      visitors: made.length,
      checkpoint: () => undefined,
    };
    const query = {
      columns: { fields: true, labels: false, device: false, stamps: false },
      kind: "visitor",
      after: null,
      every: 1,
      filter: { sql: "1", values: [] },
    } as const;
    const chunks = [...people(scope, query)];
    expect(chunks.flatMap(({ ids }) => ids)).toEqual(made.map(({ id }) => id));
    for (const { ids, fields } of chunks)
      expect(ids.length === 1 || Buffer.byteLength(JSON.stringify(fields)) < 2_100_000).toBe(true);
    expect(looked.reduce((sum, size) => sum + size, 0)).toBeLessThan(6 * made.length);
  } finally {
    db.close();
    await rm(folder, { recursive: true, force: true });
  }
});
