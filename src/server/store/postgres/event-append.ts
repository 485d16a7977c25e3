import { environmentNamed } from "../../../core/refs.ts";
import { type IngestItem, pairsText } from "../events.ts";
import type { EventBatch } from "../ports.ts";
import { Collision, type Database, type Queryable } from "./database.ts";
import type { Environments } from "./environments.ts";
import { changePeople, type PeopleChange } from "./people-changes.ts";
import { tellOfPeople } from "./people-news.ts";

/** How many refused events an environment keeps; the oldest leave first. They are trimmed after so many more. */
const refusedKept = 10_000;
const ringSlack = 200;

const columns = [
  ["received", "bigint"],
  ["id", "text"],
  ["name", "text"],
  ["known", "smallint"],
  ["person", "text"],
  ["time", "bigint"],
  ["session", "text"],
  ["experience", "text"],
  ["pairs", "text"],
  ["source", "text"],
  ["sdk_name", "text"],
  ["sdk_version", "text"],
  ["original", "text"],
  ["code", "text"],
  ["detail", "text"],
] as const;
const names = columns.map(([name]) => name).join(", ");

/**
 * One round trip. First the new ids, each once in an environment whoever appends it at this moment; then the people whom events
 * name; then the environment's mark, whose lock orders commits, so that sequences are gapless and seen in order; then the
 * events. Every part locks its rows in one order, people as `lockPeople` does: batches may wait for each other, but never in a circle. Where an identify comes with
 * them, its people are locked first: such a transaction and another batch may, and one of them is made anew.
 */
const append = `WITH input AS MATERIALIZED (
    SELECT * FROM unnest(${columns.map(([, type], at) => `$${at + 2}::${type}[]`).join(", ")}) WITH ORDINALITY AS t (${names}, at)
  ), fresh AS (
    INSERT INTO understudy.event_ids (n, id, received)
    SELECT $1, id, received FROM input
    WHERE code IS NULL AND EXISTS (SELECT 1 FROM understudy.marks WHERE n = $1) ORDER BY id
    ON CONFLICT (n, id) DO NOTHING RETURNING id
  ), stored AS MATERIALIZED (
    SELECT i.*, row_number() OVER (ORDER BY at) AS place FROM input AS i
    WHERE code IS NOT NULL OR id IN (SELECT id FROM fresh)
  ), met AS (
    INSERT INTO understudy.users AS u (n, known, id, fields, labels, created, first_seen, last_seen)
    SELECT $1, known, person, '{}', '[]', min(received), min(received), max(received)
    FROM stored WHERE code IS NULL GROUP BY known, person ORDER BY known, person COLLATE "C"
    ON CONFLICT (n, known, id) DO UPDATE
      SET first_seen = least(u.first_seen, excluded.first_seen), last_seen = greatest(u.last_seen, excluded.last_seen)
      WHERE u.last_seen IS NULL OR u.first_seen IS NULL OR u.last_seen < excluded.last_seen OR u.first_seen > excluded.first_seen
    RETURNING 1
  ), mark AS (
    UPDATE understudy.marks SET last_sequence = last_sequence + (SELECT count(*) FROM stored),
      events = events + (SELECT count(*) FROM stored WHERE code IS NULL),
      rejected = rejected + (SELECT count(*) FROM stored WHERE code IS NOT NULL)
    WHERE n = $1 AND (SELECT count(*) FROM met) >= 0
    RETURNING last_sequence - (SELECT count(*) FROM stored) AS before
  ), kept AS (
    INSERT INTO understudy.events (n, sequence, ${names})
    SELECT $1, mark.before + place, ${names} FROM stored, mark
  )
  SELECT mark.before, coalesce((SELECT json_agg(json_build_array(at, place)) FROM stored), '[]') AS places FROM mark`;

/** How far apart commits begin where other servers append to the same environment, in ms: each takes the mark from the others. */
const apartFromOthers = 8;

/** Appends batches of one environment together. Gives the sequences of each. */
export class EventAppender {
  private readonly database: Database;
  private readonly environments: Environments;
  /** How many refused events were stored since the ring was trimmed, by environment. */
  private readonly refused = new Map<number, number>();
  /** Of each environment, the last sequence that this server gave, and whether others gave some before its last append. */
  private readonly given = new Map<string, { readonly last: number; readonly hasOthers: boolean }>();

  constructor(database: Database, environments: Environments) {
    this.database = database;
    this.environments = environments;
  }

  /** How long after one append the next should begin at the soonest, in ms. */
  apart(environment: string): number {
    return this.given.get(environment)?.hasOthers === true ? apartFromOthers : 0;
  }

  async append(environment: string, batches: readonly EventBatch[]): Promise<number[][]> {
    const ref = environmentNamed(environment);
    for (let attempt = 0; ; attempt += 1) {
      const n = await this.environments.get(ref);
      try {
        const sequences = await this.into(n, batches);
        this.note(environment, sequences.flat());
        await this.trim(n, batches);
        return sequences;
      } catch (error) {
        if (!(error instanceof Collision) || attempt === 3) throw error;
        this.environments.forget(ref);
      }
    }
  }

  private note(environment: string, sequences: readonly number[]): void {
    const stored = sequences.filter((sequence) => sequence > 0);
    const [first] = stored;
    const last = stored.at(-1);
    if (first === undefined || last === undefined) return;
    const before = this.given.get(environment)?.last ?? first - 1;
    this.given.set(environment, { last, hasOthers: before + 1 !== first });
  }

  private async into(n: number, batches: readonly EventBatch[]): Promise<number[][]> {
    const identified = identifiedBy(batches);
    if (identified.size === 0) return appendRows(this.database, n, batches);
    return this.database.transaction(async (client) => {
      const leftOf = async () => {
        const stored = await client.rows<{ id: string }>(
          "SELECT id FROM understudy.event_ids WHERE n = $1 AND id = ANY($2)",
          [n, [...identified.keys()]],
        );
        const ids = new Set(stored.map(({ id }) => id));
        return [...identified].flatMap(([id, change]) => (ids.has(id) ? [] : [change]));
      };
      const { changed } = await changePeople(client, n, [...identified.values()], leftOf);
      const sequences = await appendRows(client, n, batches);
      await tellOfPeople(client, n, changed);
      return sequences;
    });
  }

  private async trim(n: number, batches: readonly EventBatch[]): Promise<void> {
    const more = batches.reduce(
      (sum, { items }) => sum + items.filter(({ kind }) => kind === "refused").length,
      0,
    );
    const refused = (this.refused.get(n) ?? ringSlack) + more;
    this.refused.set(n, refused);
    if (more === 0 || refused < ringSlack) return;
    this.refused.set(n, 0);
    await this.database.rows(
      `DELETE FROM understudy.events WHERE n = $1 AND code IS NOT NULL AND sequence <= (
         SELECT sequence FROM understudy.events WHERE n = $1 AND code IS NOT NULL ORDER BY sequence DESC LIMIT 1 OFFSET $2)`,
      [n, refusedKept],
    );
  }
}

/** What events say of their people, by the event's id: where one comes twice, the first. */
function identifiedBy(batches: readonly EventBatch[]): Map<string, PeopleChange> {
  const changes = new Map<string, PeopleChange>();
  const met = new Set<string>();
  for (const { items, receivedAt: at } of batches)
    for (const item of items) {
      if (item.kind !== "event" || met.has(item.event.id)) continue;
      const { event, fields } = item;
      met.add(event.id);
      if (fields !== undefined) changes.set(event.id, { kind: "identify", person: event.person, fields, at });
    }
  return changes;
}

async function appendRows(client: Queryable, n: number, batches: readonly EventBatch[]): Promise<number[][]> {
  const sequences = batches.map(({ items }) => items.map(() => 0));
  const rows: (readonly unknown[])[] = [];
  const placed: (readonly [batch: number, item: number])[] = [];
  const ids = new Set<string>();
  for (const [batch, { items, receivedAt }] of batches.entries())
    for (const [at, item] of items.entries()) {
      if (item.kind === "event" && ids.has(item.event.id)) continue;
      if (item.kind === "event") ids.add(item.event.id);
      rows.push(rowOf(item, receivedAt));
      placed.push([batch, at]);
    }
  if (rows.length === 0) return sequences;
  const [found] = await client.rows<{ before: number; places: readonly [number, number][] }>(append, [
    n,
    ...columns.map((_, column) => rows.map((row) => row[column])),
  ]);
  if (found === undefined) throw new Collision("the environment is gone");
  for (const [at, place] of found.places) {
    const [batch, item] = placed[at - 1] ?? [];
    const answer = sequences[batch ?? -1];
    if (answer !== undefined && item !== undefined) answer[item] = found.before + place;
  }
  return sequences;
}

const knownOf = (kind: "known" | "visitor"): 0 | 1 => (kind === "known" ? 1 : 0);
const textOf = (original: unknown): string | null =>
  original === undefined ? null : (JSON.stringify(original) ?? "null");
/** A refused event may hold anything, and PostgreSQL's texts hold no NUL. The event as it was sent is kept as JSON beside it. */
const storable = (text: string | null): string | null => text?.replaceAll("\0", "\ufffd") ?? null;

function rowOf(item: IngestItem, received: number): unknown[] {
  const { id, name, person, source, sdk, original } = item.event;
  const of = [source, sdk?.name ?? null, sdk?.version ?? null, textOf(original)];
  if (item.kind === "refused") {
    const { code, detail } = item.event;
    const who = person === null ? [null, null] : [knownOf(person.kind), storable(person.id)];
    return [
      received,
      storable(id),
      storable(name),
      ...who,
      received,
      null,
      null,
      null,
      ...of,
      code,
      storable(detail),
    ];
  }
  const { time, sessionId, experienceId, pairs } = item.event;
  const who = [knownOf(item.event.person.kind), item.event.person.id];
  return [
    received,
    id,
    name,
    ...who,
    Math.round(time),
    sessionId,
    experienceId,
    pairsText(pairs),
    ...of,
    null,
    null,
  ];
}
