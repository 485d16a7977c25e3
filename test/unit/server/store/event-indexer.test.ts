import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type EnvironmentState,
  EnvironmentTable,
} from "../../../../src/server/store/sqlite/environment-table.ts";
import { EventIndexer } from "../../../../src/server/store/sqlite/event-indexer.ts";
import { IndexMarks } from "../../../../src/server/store/sqlite/index-marks.ts";
import { historyParts } from "../../../../src/server/store/sqlite/index-parts.ts";
import { Pace } from "../../../../src/server/store/sqlite/pace.ts";
import { type Db, openForWriting, sequenceOf } from "../../../../src/server/store/sqlite/schema.ts";
import { SortedRun } from "../../../../src/server/store/sqlite/sorted-run.ts";

let folder: string;
let db: Db;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-indexer-"));
  db = openForWriting(join(folder, "data.db"), true).db;
});
afterEach(async () => {
  db.close();
  await rm(folder, { recursive: true, force: true });
});

const stateOf = (lastSequence: number) => {
  const state = new EnvironmentTable(db).get({ spaceId: "spc_1", environment: "development" });
  state.lastSequence = lastSequence;
  return state;
};

test("a step takes about 10 ms, and goes to the part that lags most: none waits for another's backlog", () => {
  const state = stateOf(1_000_000);
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
  expect(sizesOf("warm").slice(0, 6)).toEqual([512, 1024, 2048, 4096, 8192, 8192]);
  // Each of these takes 20 ms, and fewer events share too few pages.
  expect(new Set(sizesOf("cold"))).toEqual(new Set([512]));
  const apart = marks.through(state.n, "warm") - marks.through(state.n, "cold");
  expect(Math.abs(apart)).toBeLessThanOrEqual(8192);
  expect(indexer.step([state], state.lastSequence)).toBe(false);
  expect(indexer.isFarBehind([state])).toBe(true);
  state.lastSequence = marks.through(state.n, "cold") + 100_000;
  expect(indexer.isFarBehind([state])).toBe(false);
});

test("a step that took less than it was given makes the next one no longer", () => {
  const state = stateOf(10_000);
  const given: number[] = [];
  const part = {
    name: "slow",
    needed: () => true,
    index: (_n: number, low: number, high: number) => {
      given.push(sequenceOf(high) - sequenceOf(low));
      return Math.min(sequenceOf(high), sequenceOf(low) + 600);
    },
  };
  const indexer = new EventIndexer(db, new IndexMarks(db), [part], () => 0);
  for (let step = 0; step < 4; step += 1) indexer.step([state], 1);
  expect(given).toEqual([512, 1024, 1024, 1024]);
});

test("nor does the last step of a run", () => {
  const { n } = stateOf(300);
  lay(n, 1, 300);
  const rows = historyParts(db).find(({ name }) => name === "id")?.scattered;
  if (rows === undefined) throw new Error("ids lie in order");
  const placing = new Pace(() => 0, { least: 128, most: 2_048 });
  const run = new SortedRun(db, {
    n,
    part: "id",
    from: 0,
    to: 300,
    rows,
    gathering: new Pace(() => 0),
    placing,
  });
  const placed: number[] = [];
  for (let isOver = false; !isOver; ) {
    const step = run.step(() => {});
    placed.push(step.placed);
    isOver = step.isOver;
  }
  expect(placed.filter((one) => one > 0)).toEqual([128, 172]);
  expect(placing.take((most) => most)).toBe(256);
});

/** A step, with a log that begins anew whenever it is waited for. */
function onward(indexer: EventIndexer, state: EnvironmentState): boolean {
  if (indexer.waitsForLog) indexer.logBegan();
  return indexer.step([state], 1);
}

test("a run waits for the log to begin anew, but not where the index is far behind", () => {
  const state = stateOf(10_000);
  lay(state.n, 1, state.lastSequence);
  const id = historyParts(db).filter(({ name }) => name === "id");
  const indexer = new EventIndexer(db, new IndexMarks(db), id);
  while (indexer.step([state], 1));
  expect(indexer.waitsForLog).toBe(true);
  expect(db.prepare("SELECT count(*) FROM terms").raw().get()).not.toEqual([10_000]);
  state.lastSequence = 200_000;
  expect(indexer.step([state], 1)).toBe(true);
  state.lastSequence = 10_000;
  indexer.logBegan();
  while (indexer.step([state], 1));
  expect(db.prepare("SELECT count(*) FROM terms").raw().get()).toEqual([10_000]);
});

/** What each part is to hold of events through a sequence, and what it holds: both as rows of a table. */
const held: Readonly<Record<string, readonly [wanted: string, found: string]>> = {
  ...Object.fromEntries(
    (["id", "name", "group", "person"] as const).map((part, at) => [
      part,
      [
        `SELECT h_${part}, key FROM events WHERE key <= ?1`,
        `SELECT term, key FROM terms WHERE key <= ?1 AND term BETWEEN ${at}000000 AND ${at}999999`,
      ],
    ]),
  ),
  pairs: [
    "SELECT h_pair1, key FROM events WHERE key <= ?1 UNION SELECT h_pair2, key FROM events WHERE key <= ?1 AND h_pair2 IS NOT NULL",
    "SELECT term, key FROM terms WHERE key <= ?1 AND term BETWEEN 4000000 AND 4999999",
  ],
  "person-times": [
    "SELECT h_person, h_name, time, key FROM events WHERE key <= ?1",
    "SELECT person, name, time, key FROM person_times WHERE key <= ?1",
  ],
  moments: [
    "SELECT key >> 40, time, key FROM events WHERE key <= ?1",
    "SELECT n, time, key FROM moments WHERE key <= ?1",
  ],
};

/** Events that are written already, each with its hashes: those of a kind lie beside each other. */
function lay(n: number, from: number, to: number): void {
  const at = (kind: number, many: number, factor: number) => `${kind}000000 + (i * ${factor}) % ${many}`;
  db.prepare(
    `WITH RECURSIVE count(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM count WHERE i < ?)
     INSERT INTO events (key, id, name, known, person, time, received, source, h_id, h_name, h_group, h_person, h_pair1, h_pair2)
     SELECT ? * (1 << 40) + i, 'e' || i, 'a/b', 1, 'maya', (i * 31) % 977 - 400, 5, 0,
       ${at(0, 999_983, 7919)}, ${at(1, 30, 1)}, ${at(2, 3, 1)}, ${at(3, 5_003, 104_729)}, ${at(4, 4, 1)},
       iif(i % 3 = 0, ${at(4, 1_009, 15_485_863)}, NULL) FROM count`,
  ).run(from, to, n);
}

test("the index holds all through its marks, wherever it is cut off, and in the end all", () => {
  // Each number: so many steps; then the program is killed (odd) or more events come (even).
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 2, maxLength: 3 }), (stretches) => {
      db.exec(
        "DELETE FROM events; DELETE FROM terms; DELETE FROM person_times; DELETE FROM moments; DELETE FROM index_marks",
      );
      const state = stateOf(8_500);
      lay(state.n, 1, state.lastSequence);
      let now = 0;
      // Each step seems to take long, so that they are short ones.
      const begun = () => new EventIndexer(db, marks, historyParts(db), () => (now += 20));
      let marks = new IndexMarks(db);
      let indexer = begun();
      const looked = () => {
        for (const [part, [wanted, found]] of Object.entries(held)) {
          const through = state.n * 2 ** 40 + marks.through(state.n, part);
          const missing = `SELECT count(*) FROM (SELECT * FROM (${wanted}) EXCEPT SELECT * FROM (${found}))`;
          const more = `(SELECT count(*) FROM (${found})) - (SELECT count(*) FROM (${wanted}))`;
          expect([
            part,
            ...(db.prepare(`SELECT (${missing}), ${more}`).raw().get(through) as number[]),
          ]).toEqual([part, 0, 0]);
        }
      };
      for (const steps of stretches) {
        for (let step = 0; step < steps; step += 1) onward(indexer, state);
        looked();
        if (steps % 2 === 1) {
          marks = new IndexMarks(db);
          indexer = begun();
        } else {
          lay(state.n, state.lastSequence + 1, state.lastSequence + 8_500);
          state.lastSequence += 8_500;
        }
      }
      while (onward(indexer, state));
      looked();
      expect(indexer.throughAll(state.n)).toBe(state.lastSequence);
    }),
    { numRuns: 3 },
  );
});

test("a run that fails is begun again, and nothing of it is counted as done", () => {
  const state = stateOf(10_000);
  lay(state.n, 1, state.lastSequence);
  const marks = new IndexMarks(db);
  let fails = 0;
  const indexer = new EventIndexer(
    db,
    marks,
    historyParts(db).filter(({ name }) => name === "id"),
  );
  db.exec(
    "CREATE TRIGGER full BEFORE INSERT ON terms WHEN new.key % 9000 = 0 BEGIN SELECT RAISE(ABORT, 'disk full'); END",
  );
  for (let step = 0; step < 40; step += 1) {
    try {
      onward(indexer, state);
    } catch {
      fails += 1;
    }
    expect(marks.through(state.n, "id")).toBe(0);
  }
  expect(fails).toBeGreaterThan(1);
  db.exec("DROP TRIGGER full");
  while (onward(indexer, state));
  expect(marks.through(state.n, "id")).toBe(10_000);
  expect(db.prepare("SELECT count(*) FROM terms").raw().get()).toEqual([10_000]);
});
