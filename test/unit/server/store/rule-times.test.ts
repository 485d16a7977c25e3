import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Selector } from "../../../../src/core/targeting/subject.ts";
import { RuleQueries } from "../../../../src/server/store/sqlite/rule-queries.ts";
import { SqliteStore } from "../../../../src/server/store/sqlite/sqlite-store.ts";
import { Random } from "../../../helpers/random.ts";
import { WriterProcess } from "../../../helpers/writer-process.ts";
import { CountedTimes, ever, orders, selector, selectors, watched } from "../../../store/counted-times.ts";
import { settled as storeSettled } from "../../../store/sqlite.ts";
import { genres, item, people } from "../../../store/stored-people.ts";
import { environment, start } from "../../../store/writes.ts";

let folder: string;
let store: SqliteStore;
const counted = new CountedTimes(() => store);
const { setSelectors, ingest, some, expected, compare } = counted;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-rules-"));
  store = await SqliteStore.open(join(folder, "data.db"));
  counted.stored = [];
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** What lies in data.db, past the store. */
function look<T>(query: string): T[] {
  const db = new Database(join(folder, "data.db"));
  try {
    return db.prepare(query).raw().all() as T[];
  } finally {
    db.close();
  }
}
const settled = () => storeSettled(join(folder, "data.db"));

/** Until `read` has given the same for a while. */
async function quiet(read: () => number): Promise<void> {
  for (let before = Number.NaN; before !== read(); ) {
    before = read();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Every kept time is that of an event that counts, each once: the table against a plain look. */
function expectKept(wanted: readonly Selector[]): void {
  const kept = look<unknown[]>(
    `SELECT s.key, t.known, t.person, t.time, t.key % (1 << 40) FROM rule_times AS t LEFT JOIN selectors AS s ON s.id = t.selector
     ORDER BY 1, 2, 3, 4, 5`,
  ).map((row) => JSON.stringify(row));
  const right = wanted.flatMap((one) =>
    people.flatMap((person) =>
      expected(person, one, ever, Number.MAX_SAFE_INTEGER).map((event) =>
        JSON.stringify([one.key, person.kind === "known" ? 1 : 0, person.id, event.time, event.sequence]),
      ),
    ),
  );
  expect(kept.sort()).toEqual(right.sort());
}

test("after the writer was killed, wherever it was", async () => {
  const random = new Random(10);
  // Enough events, and enough selectors of one name, that a back-fill takes many steps.
  const many = [
    ...selectors,
    ...genres.map((genre) => selector("movie/watched", { key: "genre", op: "notEquals", value: genre })),
  ];
  const path = join(folder, "data.db");
  for (let part = 0; part < 3; part += 1) await ingest(some(random, 6000));
  for (let round = 0; round < 4; round += 1) {
    await store.close();
    const writer = await WriterProcess.open(path);
    const wanted = round % 2 === 0 ? many : selectors.slice(0, 2);
    await writer.write("setSelectors", {
      spaceId: "spc_1",
      selectors: wanted,
      environments: ["development"],
    });
    const events = some(random, 400);
    const job = { environment, receivedAt: start, items: events.map(item) };
    const sequences = (await writer.write("append", job)) as number[];
    counted.stored.push(...events.map((event, index) => ({ ...event, sequence: sequences[index] ?? 0 })));
    await new Promise((resolve) => setTimeout(resolve, random.below(120)));
    await writer.kill();
    store = await SqliteStore.open(path);
    await compare(many, null);
  }
  await setSelectors(many);
  await settled();
  await compare(many, null);
  expectKept(many);
});

test("selectors that are there already cost no write, and the mark moves by itself where there are none", async () => {
  const random = new Random(11);
  expect(await store.rules.keptThrough(environment)).toBe(0);
  await ingest(some(random, 10));
  expect(await store.rules.keptThrough(environment)).toBe(10);
  await setSelectors(selectors);
  expect(await store.rules.keptThrough(environment)).toBe(10);
  await settled();
  const log = () => statSync(join(folder, "data.db-wal"));
  await quiet(() => log().mtimeMs);
  const unchanged = log();
  const before = look("SELECT id, key, since, filled FROM selectors ORDER BY id");
  await setSelectors([...selectors].reverse());
  expect(look("SELECT id, key, since, filled FROM selectors ORDER BY id")).toEqual(before);
  expect([log().size, log().mtimeMs]).toEqual([unchanged.size, unchanged.mtimeMs]);
  await ingest(some(random, 10));
  await settled();
  expect(await store.rules.keptThrough(environment)).toBe(20);
  await setSelectors([]);
  await settled();
  expect(look("SELECT count(*) FROM rule_times")).toEqual([[0]]);
  expect(look("SELECT count(*) FROM selectors")).toEqual([[0]]);
  await ingest(some(random, 5));
  expect(await store.rules.keptThrough(environment)).toBe(25);
});

test("parts of the index that are not equally far give one answer", async () => {
  await setSelectors([watched]);
  await ingest(some(new Random(15), 200));
  await settled();
  await store.close();
  const db = new Database(join(folder, "data.db"));
  db.exec("DELETE FROM person_times; UPDATE index_marks SET through = 0 WHERE part = 'person-times'");
  // By itself: the store's own writer would have caught up before the first look.
  const queries = new RuleQueries(db);
  for (const from of [1, 50, 150, null]) {
    for (const person of people) {
      const { through, times } = queries.times(
        1,
        person,
        [watched, orders],
        ever,
        from === null ? null : { from, through: 200 },
      );
      expect(through).toBe(from === null ? 200 : from - 1);
      const right = [watched, orders].map((one) => expected(person, one, ever, through));
      expect(times).toEqual(right.map((list) => list.map((event) => event.time)));
    }
  }
  db.close();
});
