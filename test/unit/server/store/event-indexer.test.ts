import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EnvironmentTable } from "../../../../src/server/store/sqlite/environment-table.ts";
import { EventIndexer } from "../../../../src/server/store/sqlite/event-indexer.ts";
import { IndexMarks } from "../../../../src/server/store/sqlite/index-marks.ts";
import { openForWriting, sequenceOf } from "../../../../src/server/store/sqlite/schema.ts";

test("a step is short, and goes to the part that lags most: none waits for another's backlog", async () => {
  const folder = await mkdtemp(join(tmpdir(), "understudy-indexer-"));
  const { db } = openForWriting(join(folder, "data.db"), true);
  const state = new EnvironmentTable(db).get({ spaceId: "spc_1", environment: "development" });
  state.lastSequence = 10_000;
  const through = { id: 0, name: 0, pairs: 0 };
  const steps: number[] = [];
  const part = (name: keyof typeof through) => ({
    name,
    needed: () => true,
    index: (_n: number, low: number, high: number) => {
      steps.push(sequenceOf(high) - sequenceOf(low));
      through[name] = sequenceOf(high);
      return through[name];
    },
  });
  const indexer = new EventIndexer(db, new IndexMarks(db), [part("id"), part("name"), part("pairs")]);
  for (let step = 0; step < 6; step += 1) expect(indexer.step([state], 1)).toBe(true);
  expect(through).toEqual({ id: 1024, name: 1024, pairs: 1024 });
  expect(Math.max(...steps)).toBe(512);
  expect(indexer.step([state], 10_000 - 1024 + 1)).toBe(false);
  // What a commit brought, for each part; and no more than is bearable.
  for (const brought of [100, 1_000_000]) indexer.step([state], 1, brought);
  expect(steps.slice(-2)).toEqual([800, 4096]);
  db.close();
  await rm(folder, { recursive: true, force: true });
});
