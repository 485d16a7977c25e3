import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterAll, expect, test } from "vitest";
import type { Selector } from "../../../../src/core/targeting/subject.ts";
import type { IngestItem } from "../../../../src/server/store/events.ts";
import type { Store } from "../../../../src/server/store/ports.ts";
import { SqliteStore } from "../../../../src/server/store/sqlite/sqlite-store.ts";
import { settled } from "../../../store/sqlite.ts";
import { item } from "../../../store/stored-people.ts";

// A text that is no UTF-8, in any column of any table: libsql ends the whole process where it hands such a text over, and this
// test's with it. Whatever is asked is answered, or refused, and the store goes on.
const environment = { spaceId: "spc_1", environment: "development" } as const;
const start = Date.parse("2026-11-01T00:00:00Z");
const watched: Selector = { key: "watched", name: "movie/watched", where: [] };
const dramas: Selector = {
  key: "dramas",
  name: "movie/watched",
  where: [{ key: "genre", op: "equals", value: "drama" }],
};
const ana = { kind: "known", id: "ana" } as const;

function event(id: string): IngestItem {
  const made = item({ id, name: "movie/watched", person: ana, time: start, pairs: [["genre", "drama"]] });
  if (made.kind !== "event") throw new Error(made.kind);
  return {
    kind: "event",
    event: { ...made.event, sessionId: "ses_1", experienceId: "exp_1", original: { id } },
  };
}

async function fill(store: Store): Promise<void> {
  const refused = {
    kind: "refused",
    event: {
      id: "r1",
      name: "bad",
      person: ana,
      source: "sdk",
      sdk: { name: "browser", version: "1.0.0" },
      original: {},
      code: "invalid-event",
      detail: "no",
    },
  } as const;
  await store.rules.count({ spaceId: "spc_1", selectors: [watched, dramas] });
  await store.log.append({ environment, receivedAt: start, items: [event("e1"), event("e2"), refused] });
  await startSession(store, "ses_1");
  const publication = {
    id: "pub_1",
    collectionId: "col_1",
    environment: "development",
    version: 1,
    publishedAt: new Date(start).toISOString(),
    publishedBy: "Local operator",
    note: "first",
  } as const;
  await store.publications.record({
    environment,
    publications: [{ publication, content: "{}" }],
    justMade: true,
  });
  await store.users.import({ environment, at: start, users: [{ ...ana, fields: { city: "Porto" } }] });
}

const startSession = (store: Store, id: string) =>
  store.users.startSession({
    environment,
    id,
    person: ana,
    anonymousId: "v-1",
    fields: {},
    at: start,
    sdk: { name: "browser", version: "1.0.0" },
    device: { id: "d1", platform: "browser", locale: "de", timeZone: "Europe/Berlin" },
  });

/** Everything that a store can be asked, and all that it can be told, once each. */
function everything(store: Store): Promise<unknown>[] {
  const filter = { environment, where: [] };
  const scan = { environment, tribes: [], now: start };
  const users = { environment, kind: null, q: null, label: null, after: null, limit: 9 };
  const tribe = {
    id: "trb_1",
    key: "gold",
    name: "Gold",
    createdAt: "",
    updatedAt: "",
    rules: { event: { name: "movie/watched" }, count: { atLeast: 1 } },
  };
  const content = { id: "col_1", key: "home", name: "Home", types: [], experiences: [], sections: [] };
  return [
    store.log.after({ filter, after: 0, limit: 9 }),
    store.log.before({ filter, before: 9, limit: 9 }),
    store.log.before({ filter: { ...filter, q: "mov" }, before: 9, limit: 9 }),
    store.log.before({ filter: { ...filter, name: "movie/watched" }, before: 9, limit: 9 }),
    store.log.before({ filter: { ...filter, person: ana }, before: 9, limit: 9 }),
    store.log.before({ filter: { ...filter, where: [[["genre", "drama"]]] }, before: 9, limit: 9 }),
    store.log.before({ filter: { ...filter, status: "rejected", q: "b" }, before: 9, limit: 9 }),
    store.log.counts({ filter, from: 0, step: 1000, through: null }),
    store.log.last([environment]),
    store.figures(environment),
    store.users.find({ environment, id: "ana", kind: null }),
    store.users.list(users),
    store.users.list({ ...users, q: "ana", label: "vip" }),
    store.users.list({ ...users, sort: { sort: "lastSeenAt", order: "desc" } }),
    store.users.session({ spaceId: "spc_1", id: "ses_1" }),
    store.rules.times({ environment, person: ana, selectors: [watched, dramas], since: 0, known: null }),
    store.rules.events({
      environment,
      person: ana,
      requests: [{ selector: dramas, after: 0, until: start + 1, limit: 5 }],
    }),
    store.rules.keptThrough(environment),
    store.publications.list({
      spaceId: "spc_1",
      collectionId: "col_1",
      environment: null,
      before: null,
      limit: 9,
    }),
    store.publications.find({ environment, collectionId: "col_1", version: 1 }),
    store.publications.latestVersion({ environment, collectionId: "col_1" }),
    store.people.count({ ...scan, tribeId: null, kind: null, q: null, label: null }),
    store.people.members({ ...scan, ...users, tribeId: null }),
    store.people.sizes({ ...scan, tribes: [tribe as never] }),
    store.people.reach({ ...scan, tribes: [tribe as never], tribeId: "trb_1" }),
    store.people.affected({ ...scan, before: null, after: content as never, most: 100 }),
    store.people.matches({ ...scan, content: content as never, most: 100 }),
    store.people.seen({ environment }),
    store.damage(),
    startSession(store, "ses_2"),
    store.users.save({
      environment,
      mode: "merge",
      person: ana,
      fields: { plan: "gold" },
      at: start,
      precondition: null,
    }),
    store.log.append({
      environment,
      receivedAt: start,
      items: [event("e3")],
    }),
    store.rules.count({ spaceId: "spc_1", selectors: [dramas] }),
    store.prune(start - 1),
    store.behind(start),
  ];
}

const folder = await mkdtemp(join(tmpdir(), "understudy-damaged-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const whole = join(folder, "whole.db");
const filled = await SqliteStore.open(whole);
await fill(filled);
await settled(whole);
await filled.close();
const db = new Database(whole);
const tables = (
  db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").raw().all() as [string][]
).flat();
const textColumns = (table: string) =>
  (
    db.prepare(`SELECT name, type, pk FROM pragma_table_info('${table}')`).raw().all() as [
      string,
      string,
      number,
    ][]
  )
    .filter(([, type]) => type === "TEXT")
    .map(([name, , pk]) => ({ name, isKey: pk > 0 || /^(id|person|key)$/.test(name) }));
/** What finds a row, and all else in it: damaged together, the one would hide the other. */
const damages = tables.flatMap((table) =>
  [true, false].map((keys) => ({
    table,
    columns: textColumns(table).flatMap(({ name, isKey }) => (isKey === keys ? [name] : [])),
  })),
);
db.close();

/** Without these nothing can be told: the start is refused, in words. */
const needed = ["environments", "facts", "index_marks"];

test.each(damages.filter(({ columns }) => columns.length > 0))(
  "damaged $table: $columns",
  async ({ table, columns }) => {
    const path = join(folder, `${table}-${columns[0]}.db`);
    await copyFile(whole, path);
    const damaging = new Database(path);
    damaging.exec("INSERT INTO deleted_users VALUES (1, 1, 'bo', 1)");
    const damaged = columns.map((one) => `${one} = CAST(CAST(${one} AS BLOB) || X'FF' AS TEXT)`).join(", ");
    expect(damaging.prepare(`UPDATE ${table} SET ${damaged}`).run().changes).toBeGreaterThan(0);
    damaging.exec("UPDATE environments SET seen_through = 0");
    damaging.close();
    if (needed.includes(table)) {
      await expect(SqliteStore.open(path)).rejects.toThrow(/data\.db is damaged: .* can't be read/);
      return;
    }
    const store = await SqliteStore.open(path);
    const answers = await Promise.allSettled(everything(store));
    for (const answer of answers)
      if (answer.status === "rejected") expect(answer.reason).toMatchObject({ code: "storage-failed" });
    expect(await store.log.append({ environment, receivedAt: start, items: [event("e4")] })).toEqual([5]);
    expect(await store.prune(start + 1)).toMatchObject({ more: false });
    await store.close();
  },
);

test("who can't be read is nobody, and the others are seen", async () => {
  const path = join(folder, "nobody.db");
  const store = await SqliteStore.open(path);
  const by = (id: string) =>
    item({ id, name: "movie/watched", person: { kind: "known", id }, time: start, pairs: [] });
  await store.log.append({ environment, receivedAt: start, items: [by("bo"), by("gone"), by("cy")] });
  await store.close();
  const db = new Database(path);
  db.exec("UPDATE events SET person = CAST(X'FF' AS TEXT) WHERE id = 'gone'; DELETE FROM users");
  db.exec("UPDATE environments SET seen_through = 0, users = 0");
  db.close();
  const again = await SqliteStore.open(path);
  await settled(path);
  const { users } = await again.users.list({
    environment,
    kind: null,
    q: null,
    label: null,
    after: null,
    limit: 9,
  });
  expect(users.map(({ id }) => id)).toEqual(["bo", "cy"]);
  expect(await again.figures(environment)).toMatchObject({ users: 2, visitors: 0 });
  await again.close();
});
