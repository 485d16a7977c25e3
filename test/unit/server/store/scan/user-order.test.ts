import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Tribe } from "../../../../../src/core/tribe.ts";
import type { User, UserSort } from "../../../../../src/core/user.ts";
import { compareIds } from "../../../../../src/server/population/compare-ids.ts";
import type { UsersFound, UsersQuery } from "../../../../../src/server/store/ports.ts";
import { ScanThread } from "../../../../../src/server/store/sqlite/scan/scan-thread.ts";
import { SqliteStore } from "../../../../../src/server/store/sqlite/sqlite-store.ts";
import { userSegments } from "../../../../../src/server/store/user-segments.ts";
import { Random } from "../../../../helpers/random.ts";

const environment = { spaceId: "spc_1", environment: "development" } as const;
const start = Date.parse("2026-11-20T12:00:00Z");
const tribes: Tribe[] = [
  {
    id: "gold",
    key: "gold",
    name: "Gold",
    audience: "everyone",
    rules: { field: "plan", op: "equals", value: "gold" },
    createdAt: "2026-11-01T00:00:00Z",
    updatedAt: "2026-11-01T00:00:00Z",
  },
];

let folder: string;
let store: SqliteStore;
let population: ScanThread;
let everybody: readonly User[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-order-"));
  store = await SqliteStore.open(join(folder, "data.db"));
  population = new ScanThread(join(folder, "data.db"));
  const random = new Random(5);
  // Few times, so that many share one; half of the people were never seen.
  for (let at = 0; at < 6; at += 1) {
    const users = Array.from({ length: 70 }, () => ({
      kind: random.pick(["known", "visitor"] as const),
      id: `${random.pick(["a", "B", "\u{1f600}", "\uff5e"])}${random.below(200)}`,
      fields: random.below(2) === 0 ? { plan: "gold" } : {},
      labels: random.below(3) === 0 ? ["vip"] : [],
    }));
    await store.users.import({ environment, at: start + random.below(3) * 1000, users });
    for (const [index, { kind, id }] of users.slice(0, 30).entries())
      await store.users.startSession({
        environment,
        id: `ses_${at}_${index}`,
        person: { kind, id },
        anonymousId: null,
        fields: {},
        at: start + random.below(4) * 1000,
        sdk: { name: "ios", version: "0.3.0" },
        device: { id: "d", platform: "ios" },
      });
  }
  everybody = (await store.users.list({ ...all, limit: 100_000 })).users;
});
afterAll(async () => {
  await population.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const all: UsersQuery = { environment, kind: null, q: null, label: null, after: null, limit: 7 };
const timeOf = (user: User, { sort }: UserSort) => {
  const text = sort === "id" ? null : user[sort];
  return text === null ? null : Date.parse(text);
};

/** The plain way: those whom the filters leave, sorted whole. */
function sorted(
  query: Partial<UsersQuery>,
  order: UserSort,
  isIn: (user: User) => boolean = () => true,
): User[] {
  const turn = order.order === "asc" ? 1 : -1;
  const kept = everybody.filter(
    (user) =>
      isIn(user) &&
      (query.kind === undefined || query.kind === null || user.kind === query.kind) &&
      (query.label === undefined || query.label === null || user.labels.includes(query.label)),
  );
  return kept.sort((a, b) => {
    const kind = Number(a.kind === "known") - Number(b.kind === "known");
    if (order.sort === "id") return -kind || turn * compareIds(a.id, b.id);
    const [one, other] = [timeOf(a, order), timeOf(b, order)];
    if (one === null || other === null) {
      if (one !== other) return one === null ? 1 : -1;
      return turn * (kind || compareIds(a.id, b.id));
    }
    return turn * (one - other || kind || compareIds(a.id, b.id));
  });
}

async function pages(read: (after: UsersQuery["after"]) => Promise<UsersFound>): Promise<User[]> {
  const found: User[] = [];
  let after: UsersQuery["after"] = null;
  do {
    const page = await read(after);
    found.push(...page.users);
    after = page.through;
  } while (after !== null);
  return found;
}

const orders = (["id", "createdAt", "lastSeenAt"] as const).flatMap((sort) =>
  (["asc", "desc"] as const).map((order): UserSort => ({ sort, order })),
);

describe("users come in every order, page by page, as a plain sort has them", () => {
  test("there are enough of them, some without a time", () => {
    expect(everybody.length).toBeGreaterThan(250);
    expect(everybody.filter((user) => user.lastSeenAt === null).length).toBeGreaterThan(50);
  });
  test.each(orders)("%j", async (sort) => {
    for (const kind of [null, "known", "visitor"] as const) {
      const right = sorted({ kind }, sort);
      const indexed = (after: UsersQuery["after"]) => store.users.list({ ...all, kind, sort, after });
      expect(await pages(indexed), `from the index: ${kind}`).toEqual(right);
      const scan = { ...all, kind, sort, tribes, tribeId: null, now: start };
      const scanned = (after: UsersQuery["after"]) => population.members({ ...scan, after });
      expect(await pages(scanned), `by looking at all: ${kind}`).toEqual(right);
    }
  });
  test.each(orders)("%j, of a Tribe and with a label", async (sort) => {
    const right = sorted({ label: "vip" }, sort, (user) => user.fields.plan === "gold");
    const ask = { ...all, label: "vip", sort, tribes, tribeId: "gold", now: start };
    expect(await pages((after) => population.members({ ...ask, after }))).toEqual(right);
    const { limit: _limit, after: _after, sort: _sort, ...asked } = ask;
    const count = await population.count(asked);
    expect(count.users + count.visitors).toBe(right.length);
    expect(count.users).toBe(right.filter((user) => user.kind === "known").length);
  });
});

test.each(orders)("%j is read from an index: nothing is sorted", async (sort) => {
  const db = new Database(join(folder, "data.db"));
  for (const after of [null, { kind: "known", id: "a", time: sort.sort === "id" ? null : start }] as const)
    for (const { by, where, values, order } of userSegments({ kind: null, after, sort })) {
      const sql = `EXPLAIN QUERY PLAN SELECT * FROM users ${by === null ? "" : `INDEXED BY users_by_${by}`} WHERE n = ? AND ${where} ORDER BY ${order} LIMIT 7`;
      const plan = (db.prepare(sql).all(1, ...values) as { detail: string }[]).map((row) => row.detail);
      expect(plan).toHaveLength(1);
      expect(plan[0]).toMatch(/SEARCH users USING/);
    }
  db.close();
});
