// What a decision reads of a person's events, as the store grows: the same person, the same rules, more of everybody else.
import { join } from "node:path";
import Database from "libsql";
import { indexEvents } from "./index-events.mjs";
import { fileBytes, median, temporaryFolder } from "./programs.mjs";
import { eventItem, openReader, openWriter, writeAll } from "./store-threads.mjs";

const environment = { spaceId: "spc_bench", environment: "development" };
/** How many events each person has, whatever the size of the store. */
const each = 40;
const genres = ["drama", "comedy", "thriller", "family"];
const personId = (index) => `user-${index}`;

const selectors = Array.from({ length: 10 }, (_, index) => `movie/act-${index}`).flatMap((name) => [
  { key: name, name, where: [] },
  { key: `${name} drama`, name, where: [{ key: "genre", op: "equals", value: "drama" }] },
]);

/** One event of each person, through the store's own writer. */
async function seed(path, people, now) {
  const writer = await openWriter(path);
  await writeAll(writer, people, 2000, (indexes) => ({
    name: "append",
    job: {
      environment,
      receivedAt: now,
      items: indexes.map((index) =>
        eventItem({
          id: `e-${index}`,
          name: `movie/act-${index % 30}`,
          person: personId(index),
          time: now - (index % 86_400) * 1000,
          pairs: [
            ["genre", genres[(index % 7) % genres.length]],
            ["title", `title-${index % 1000}`],
          ],
        }),
      ),
    },
  }));
  await writer.close();
}

/** The others, as copies: round by round everybody does what somebody else did. The ids' hashes are not right, and not asked for. */
function multiply(path, people) {
  const db = new Database(path);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000");
  const low = 2 ** 40;
  const round = db.prepare(
    `INSERT INTO events SELECT a.key + ?1 * ?2, a.id || '-' || ?1, b.name, a.known, a.person, a.time - ?1 * 40000000, a.received,
       NULL, NULL, b.pairs, 0, a.sdk_name, a.sdk_version, NULL, abs(random()) % (1 << 48), b.h_name, b.h_group, a.h_person, NULL,
       b.h_pair1, b.h_pair2, NULL
     FROM events AS a CROSS JOIN events AS b ON b.key = ${low} + 1 + (a.key - ${low} - 1 + ?1) % ?2
     WHERE a.key > ${low} AND a.key <= ${low} + ?2`,
  );
  for (let copy = 1; copy < each; copy += 1) round.run(copy, people);
  const last = people * each;
  db.prepare("UPDATE environments SET last_sequence = ?1, events = ?1, seen_through = ?1").run(last);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}

/** Has the store count what is there for the selectors, in its own steps. */
async function backFill(path) {
  const writer = await openWriter(path);
  await writer.work([{ name: "setSelectors", job: { spaceId: environment.spaceId, selectors } }]);
  const db = new Database(path);
  const left = db.prepare("SELECT count(*) FROM selectors WHERE filled < since").raw();
  while (left.get()[0] > 0) await new Promise((resolve) => setTimeout(resolve, 200));
  db.close();
  await writer.close();
}

/** The median time of a read, in ms, over people spread over the store. */
async function readTime(path, people, now) {
  const reader = openReader(path);
  const times = [];
  let found = 0;
  for (let round = -50; round < 500; round += 1) {
    const person = { kind: "known", id: personId((Math.abs(round) * 7919) % people) };
    const query = { environment, person, selectors, since: now - 30 * 86_400_000, known: null };
    const started = performance.now();
    const answer = await reader.read("ruleTimes", query);
    if (round >= 0) times.push(performance.now() - started);
    found += answer.times.reduce((sum, list) => sum + list.length, 0);
  }
  await reader.close();
  if (found === 0) throw new Error("nobody did anything that rules count");
  return median(times);
}

async function measured(events) {
  const folder = temporaryFolder();
  const path = join(folder, "data.db");
  const people = events / each;
  const now = Date.now();
  await seed(path, people, now);
  multiply(path, people);
  indexEvents(path, ["name", "person-times"]);
  await backFill(path);
  return { ms: await readTime(path, people, now), bytes: fileBytes(path) };
}

export async function decisions({ small = 10_000, large = 10_000_000 } = {}) {
  const before = await measured(small);
  const after = await measured(large);
  const ratio = after.ms / before.ms;
  const count = (number) => number.toLocaleString("en");
  process.stdout.write(
    [
      `Decisions: the times that ${selectors.length} selectors count of a person with ${each} events, read by the store's reader; median of 500`,
      `  ${count(small)} events ${before.ms.toFixed(3)} ms → ${count(large)} events ${after.ms.toFixed(3)} ms   ratio ${ratio.toFixed(2)} (wanted: 1.5 or less)`,
      `  data.db: ${(after.bytes / 1e9).toFixed(1)} GB, without the parts of the index that decisions do not read`,
      "",
    ].join("\n"),
  );
  return ratio <= 1.5;
}
