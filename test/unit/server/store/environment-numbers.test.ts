import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, expect, test } from "vitest";
import { environmentKeys } from "../../../../src/core/primitives.ts";
import type { EnvironmentRef } from "../../../../src/core/refs.ts";
import { selectorOf } from "../../../../src/core/targeting/selector.ts";
import type { IngestItem } from "../../../../src/server/store/events.ts";
import { SqliteStore } from "../../../../src/server/store/sqlite/sqlite-store.ts";
import { Random } from "../../../helpers/random.ts";
import { settled } from "../../../store/sqlite.ts";
import { item, people } from "../../../store/stored-people.ts";

const at = Date.parse("2026-11-20T12:00:00Z");
const name = "movie/watched";
const selector = selectorOf({
  ...{ event: name, did: true, count: { op: "any" }, window: { anyTime: true }, where: [] },
});

let folder: string;
let path: string;
let store: SqliteStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-numbers-"));
  path = join(folder, "data.db");
  store = await SqliteStore.open(path);
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function reopen(meanwhile: (db: Database.Database) => void = () => undefined): Promise<void> {
  await store.close();
  const db = new Database(path);
  meanwhile(db);
  db.close();
  store = await SqliteStore.open(path);
}
async function prune(): Promise<void> {
  while ((await store.prune(0)).more);
}
function rows(sql: string): unknown[][] {
  const db = new Database(path);
  try {
    return db.prepare(sql).raw().all() as unknown[][];
  } finally {
    db.close();
  }
}

/** How many rows of each table are of no environment that is there; none is told. */
function strays(): Record<string, unknown> {
  const byNumber = [
    "users",
    "publications",
    "sessions",
    "moments",
    "selectors",
    "deleted_users",
    "index_marks",
  ];
  const byKey = ["events", "rejected", "terms", "person_times", "rule_times"];
  const counts = [
    ...byNumber.map((table) => [table, "n"]),
    ...byKey.map((table) => [table, "key >> 40"]),
  ].map(([table, n]) => [
    table,
    rows(`SELECT count(*) FROM ${table} WHERE ${n} NOT IN (SELECT n FROM environments)`)[0]?.[0],
  ]);
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}

const refused: IngestItem = {
  kind: "refused",
  event: {
    ...{ id: "r", name: null, person: null, code: "no-user", detail: "has no user", source: "sdk" },
    ...{ sdk: null, original: {} },
  },
};

/** What an environment has to hold. Everything in it is called as in each other one. */
interface Held {
  readonly ref: EnvironmentRef;
  readonly counted: boolean;
  sequence: number;
  readonly events: { id: string; sequence: number; person: number }[];
  readonly sessions: string[];
  version: number;
}

class Model {
  readonly held: Held[] = [];
  readonly goneSessions: string[] = [];
  private made = 0;
  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  async make(): Promise<void> {
    this.made += 1;
    const spaceId = `spc_${this.made}`;
    const counted = this.random.below(2) === 0;
    if (counted) await store.rules.count({ spaceId, selectors: [selector] });
    const some = environmentKeys.slice(0, 1 + this.random.below(3));
    for (const environment of some)
      this.held.push({
        ...{ ref: { spaceId, environment }, counted, sequence: 0, events: [], sessions: [], version: 0 },
      });
  }

  async fill(): Promise<void> {
    if (this.held.length === 0) return;
    const held = this.random.pick(this.held);
    const { ref: environment, events } = held;
    const added = Array.from({ length: 1 + this.random.below(300) }, (_, index) => ({
      id: `e${events.length + index}`,
      person: this.random.below(people.length),
    }));
    const items = added.map(({ id, person }) =>
      item({ id, name, person: people[person] ?? { kind: "known", id: "ana" }, time: at, pairs: [] }),
    );
    const all = this.random.below(3) === 0 ? [refused, ...items] : items;
    const sequences = await store.log.append({ environment, receivedAt: at, items: all });
    expect(sequences).toEqual(all.map((_, index) => held.sequence + index + 1));
    held.sequence += all.length;
    for (const [index, one] of added.entries())
      events.push({ ...one, sequence: held.sequence - added.length + index + 1 });
    const id = `ses_${environment.spaceId}_${environment.environment}_${held.sequence}`;
    await store.users.startSession({
      ...{ environment, id, person: { kind: "known", id: "ana" }, anonymousId: null, fields: {}, at },
      ...{ sdk: { name: "ios", version: "1" }, device: { id: "d", platform: "ios" } },
    });
    held.sessions.push(id);
    held.version += 1;
    const publication = {
      ...{ id: "pub", collectionId: "col", environment: environment.environment, version: held.version },
      ...{ publishedAt: new Date(at).toISOString(), publishedBy: "Ana", note: null },
    };
    await store.publications.record({
      environment,
      publications: [{ publication, content: "{}" }],
      justMade: true,
    });
    // Noted apart while the events that named them are not in users yet.
    await store.users.delete({ environment, person: { kind: "visitor", id: "v-1" }, precondition: null });
  }

  async drop(): Promise<void> {
    if (this.held.length === 0) return;
    const { spaceId } = this.random.pick(this.held).ref;
    await store.dropSpace(spaceId);
    for (const held of this.held.splice(0)) {
      if (held.ref.spaceId === spaceId) this.goneSessions.push(...held.sessions);
      else this.held.push(held);
    }
  }

  async check(): Promise<void> {
    for (const { ref: environment, events, sequence, sessions, version, counted } of this.held) {
      expect(await store.figures(environment)).toMatchObject({
        ...{ events: events.length, lastSequence: sequence },
      });
      const found: { id: string | null; sequence: number }[] = [];
      for (let after = 0; after < sequence; ) {
        const page = await store.log.after({ filter: { environment, where: [], name }, after, limit: 500 });
        found.push(...page.events);
        after = page.through;
      }
      expect(found.map(({ id, sequence: place }) => [id, place])).toEqual(
        events.map(({ id, sequence: place }) => [id, place]),
      );
      for (const id of sessions)
        expect((await store.users.session({ spaceId: environment.spaceId, id }))?.environment).toEqual(
          environment,
        );
      for (const id of this.goneSessions)
        expect(await store.users.session({ spaceId: environment.spaceId, id })).toBeNull();
      expect(await store.publications.latestVersion({ environment, collectionId: "col" })).toBe(version);
      if (!counted) continue;
      for (const [index, person] of people.entries()) {
        const asked = { environment, person, selectors: [selector], since: 0, known: null };
        const { times } = await store.rules.times(asked);
        expect(times[0]).toHaveLength(events.filter((event) => event.person === index).length);
      }
    }
  }
}

test.each([7, 42, 1126])(
  "Spaces come and go, and whoever gets a number again finds nothing of who had it before: seed %i",
  async (seed) => {
    const random = new Random(seed);
    const model = new Model(random);
    const acts = [
      () => model.make(),
      () => model.fill(),
      () => model.fill(),
      () => model.fill(),
      () => model.drop(),
      prune,
      () => store.prune(0),
      () => settled(path),
      () => reopen(),
    ];
    for (let act = 0; act < 80; act += 1) {
      await random.pick(acts)();
      if (act % 20 === 19) await model.check();
    }
    await settled(path);
    await prune();
    await model.check();
    expect(strays()).toEqual({});
    const held = rows("SELECT space, environment FROM environments WHERE last_sequence > 0").length;
    expect(held).toBe(model.held.filter(({ sequence }) => sequence > 0).length);
    expect(rows("SELECT n FROM environments WHERE space LIKE 'deleted %'")).toEqual([]);
  },
);

const first = { spaceId: "spc_new", environment: "development" } as const;
const append = (id: string) =>
  store.log.append({
    ...{ environment: first, receivedAt: at },
    items: [item({ id, name, person: { kind: "known", id: "ana" }, time: at, pairs: [] })],
  });

test("where every number is taken a new environment is refused in words, until Spaces that were deleted are emptied", async () => {
  await reopen((db) =>
    db.exec(
      `WITH RECURSIVE one(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM one WHERE n < 8190)
       INSERT INTO environments (n, space, environment)
       SELECT n, iif(n = 8190, 'spc_last', 'deleted ' || n || ' spc_x'), 'development' FROM one`,
    ),
  );
  await expect(append("e1")).rejects.toThrow(/8190 environments, and has room for no more. Delete Spaces/);
  await prune();
  expect([await append("e1"), await append("e2"), await append("e1")]).toEqual([[1], [2], [0]]);
  // The lowest that is free, not the one after the last.
  expect(rows("SELECT n FROM environments ORDER BY n")).toEqual([[1], [8190]]);
});
