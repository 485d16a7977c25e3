import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EnvironmentTable } from "../../../../src/server/store/sqlite/environment-table.ts";
import { EventIndexer } from "../../../../src/server/store/sqlite/event-indexer.ts";
import { IndexMarks } from "../../../../src/server/store/sqlite/index-marks.ts";
import { openForWriting, sequenceOf } from "../../../../src/server/store/sqlite/schema.ts";

test("a step takes about 10 ms, and goes to the part that lags most: none waits for another's backlog", async () => {
  const folder = await mkdtemp(join(tmpdir(), "understudy-indexer-"));
  const { db } = openForWriting(join(folder, "data.db"), true);
  const state = new EnvironmentTable(db).get({ spaceId: "spc_1", environment: "development" });
  state.lastSequence = 1_000_000;
  let now = 0;
  /** Of each step: its part, and how many events it took. */
  const steps: [name: string, events: number][] = [];
  const part = (name: string, msAnEvent: number) => ({
    name,
    needed: () => true,
    index: (_n: number, low: number, high: number) => {
      const events = sequenceOf(high) - sequenceOf(low);
      steps.push([name, events]);
      now += events * msAnEvent;
      return sequenceOf(high);
    },
  });
  const parts = [part("cold", 0.04), part("warm", 0.001)];
  const marks = new IndexMarks(db);
  const indexer = new EventIndexer(db, marks, parts, () => now);
  for (let step = 0; step < 200; step += 1) expect(indexer.step([state], 1)).toBe(true);
  const sizesOf = (name: string) => steps.flatMap(([one, events]) => (one === name ? [events] : []));
  expect(sizesOf("warm").slice(0, 5)).toEqual([512, 1024, 2048, 4096, 4096]);
  // Each of these takes 20 ms, and fewer events share too few pages.
  expect(new Set(sizesOf("cold"))).toEqual(new Set([512]));
  const apart = marks.through(state.n, "warm") - marks.through(state.n, "cold");
  expect(Math.abs(apart)).toBeLessThanOrEqual(4096);
  expect(indexer.step([state], state.lastSequence)).toBe(false);
  db.close();
  await rm(folder, { recursive: true, force: true });
});
