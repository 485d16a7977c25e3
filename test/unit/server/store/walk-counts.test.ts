import { expect, test } from "vitest";
import { everybody } from "../../../../src/server/population/people-walk.ts";
import { WalkCounts } from "../../../../src/server/store/postgres/walk-counts.ts";

const selectors = [{ key: "a/b", name: "a/b", where: [] }];
const columns = { fields: false, labels: false, device: false, stamps: false };
const query = { ...everybody, columns, selectors, now: 100 };
const idOf = (index: number) => `p-${String(index).padStart(5, "0")}`;

/** A database in which each of so many people, listed or not, did it once; and through whom each cursor reads. */
function database(people: number) {
  const through: (string | null)[] = [];
  let left: { person: string; name: number; time: number; pairs: null }[] = [];
  const rows = async (sql: string, values: readonly unknown[] = []) => {
    if (sql.startsWith("DECLARE")) {
      const [from, to] = [values[7] as string, values[8] as string | null];
      through.push(to);
      left = Array.from({ length: people }, (_, index) => idOf(index))
        .filter((person) => person >= from && (to === null || person <= to))
        .map((person) => ({ person, name: 1, time: 50, pairs: null }));
    }
    return sql.startsWith("FETCH") ? left.splice(0, 4_000) : [];
  };
  return { client: { rows } as never, through };
}

/** How often those of some chunks of 400 people, every `step`th of all, did it. */
async function counted(walk: WalkCounts, client: never, chunks: number, step: number): Promise<number[]> {
  const found: number[] = [];
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    const ids = Array.from({ length: 400 }, (_, at) => idOf((chunk * 400 + at) * step));
    const counts = await walk.of(client, { n: 1, known: 1, ids, isDense: true }, () => undefined);
    for (const id of ids) {
      counts.moveTo("known", id);
      found.push(counts.count("a/b", 0, 100));
    }
    counts.moveTo("known", idOf(1));
    if (step > 1) expect(counts.count("a/b", 0, 100)).toBe(0);
  }
  return found;
}

test("a walk over everybody reads all that is left in one go after some chunks, and keeps what its people did alone", async () => {
  const { client, through } = database(30_000);
  const found = await counted(new WalkCounts(query, 30_000), client, 8, 9);
  expect(found).toEqual(Array.from({ length: 3_200 }, () => 1));
  expect(through).toEqual([idOf(399 * 9), idOf(799 * 9), idOf(1_199 * 9), null]);
});

test.each([
  ["may stop", { ...query, toTheEnd: false }, 3_200],
  ["is narrowed by a text", { ...query, q: "p" }, 3_200],
  ["is narrowed by a label", { ...query, label: "vip" }, 3_200],
  ["is a sample", { ...query, every: 2 }, 3_200],
  ["would put too much in order", query, 10_000_001],
])("one that %s reads no further than its people", async (_, asked, events) => {
  const { client, through } = database(3_200);
  expect(await counted(new WalkCounts(asked, events), client, 8, 1)).toEqual(
    Array.from({ length: 3_200 }, () => 1),
  );
  expect(through).toEqual(Array.from({ length: 8 }, (_, chunk) => idOf(chunk * 400 + 399)));
});

test("one that was given up ends between two reads", async () => {
  const { client } = database(10_000);
  const walk = new WalkCounts(query, 10_000);
  const ids = [idOf(0), idOf(9_999)];
  let reads = 0;
  const checkpoint = () => {
    reads += 1;
    if (reads === 2) throw new Error("given up");
  };
  await expect(walk.of(client, { n: 1, known: 1, ids, isDense: true }, checkpoint)).rejects.toThrow(
    "given up",
  );
});
