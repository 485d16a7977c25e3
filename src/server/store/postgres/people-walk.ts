import type { PersonRef } from "../../../core/refs.ts";
import type { Seen } from "../../../core/seen.ts";
import type { UserKind, UserSort } from "../../../core/user.ts";
import { EventsSeen, type SeenEventFacts } from "../../population/events-seen.ts";
import { PeopleSeen } from "../../population/people-seen.ts";
import { type PeopleWalk, sampledPlace, type WalkQuery } from "../../population/people-walk.ts";
import { type PeopleChunk, personsOf, type ScannedPerson } from "../../population/scanned-person.ts";
import type { UsersFound } from "../ports.ts";
import { UserPage } from "../user-page.ts";
import type { Queryable } from "./database.ts";
import { knownOf, type UserRecord, userColumns, userRow } from "./people-changes.ts";
import { userFilter } from "./user-queries.ts";
import { WalkCounts } from "./walk-counts.ts";

/** How many people are read at a time: their rules are decided before others have a turn. */
const chunkSize = 500;
/** The person with whom their texts reach so many bytes is the last of them. */
const chunkText = 2_000_000;
/** How many of the newest events are read for suggestions, and how many others in how many places of the history. */
const newestEvents = 20_000;
const blocks = 32;
const blockSize = 1_000;
/** How many people are read of those seen last, and of those made last. */
const newestPeople = 2_000;
const longestFields = 16_384;

/** What a walk needs: a transaction that sees one moment. `rest` gives others a turn, and ends a walk that was given up. */
export interface Scope {
  readonly client: Queryable;
  readonly n: number;
  readonly users: number;
  readonly visitors: number;
  readonly events: number;
  readonly checkpoint: () => void;
}

/** A walk over an environment's people. */
export class PostgresWalk implements PeopleWalk {
  private readonly scope: Scope;

  constructor(scope: Scope) {
    this.scope = scope;
  }

  get users(): number {
    return this.scope.users;
  }
  get visitors(): number {
    return this.scope.visitors;
  }

  async *people(query: WalkQuery): AsyncGenerator<Iterable<ScannedPerson>> {
    const chunks = query.every > 1 ? this.sample(query) : this.inOrder(query);
    const counts = new WalkCounts(query, this.scope.events);
    // The database reads the next ones while these are decided.
    let next = this.read(chunks, counts, query);
    try {
      for (let group = await next; group !== null; group = await next) {
        next = this.read(chunks, counts, query);
        // Where it fails, whoever walks on is told.
        next.catch(() => undefined);
        yield group;
      }
    } finally {
      await next.catch(() => undefined);
    }
  }

  async whole(found: readonly PersonRef[], sort: UserSort | undefined, more: boolean): Promise<UsersFound> {
    const page = new UserPage(sort);
    for (const { kind, id } of found) {
      const [row] = await this.scope.client.rows<UserRecord>(
        `SELECT ${userColumns} FROM understudy.users WHERE n = $1 AND known = $2 AND id = $3`,
        [this.scope.n, knownOf({ kind, id }), id],
      );
      if (row !== undefined && !page.take(userRow(row))) return page.cut();
    }
    return more ? page.cut() : page.whole();
  }

  async seen(): Promise<Seen> {
    return { ...(await this.seenEvents()), ...(await this.seenPeople()) };
  }

  private async *inOrder({ kind, after, q, label, columns }: WalkQuery): AsyncGenerator<UserRecord[]> {
    const kinds: UserKind[] = after?.kind === "visitor" ? ["visitor"] : ["known", "visitor"];
    const filter = userFilter({ q, label }, 5);
    for (const one of kinds.filter((wanted) => kind === null || kind === wanted)) {
      let from = after?.kind === one ? after.id : "";
      for (;;) {
        this.scope.checkpoint();
        const rows = await this.scope.client.rows<UserRecord & { fits: boolean; found: number }>(
          chunkSql(columns, "id > $3", filter.sql),
          [this.scope.n, knownOf({ kind: one, id: "" }), from, chunkSize, ...filter.values],
        );
        yield rows.filter(({ fits }) => fits);
        const last = rows.at(-1);
        if (last === undefined || (last.found < chunkSize && rows.length === last.found)) break;
        from = last.id;
      }
    }
  }

  /** One person of each block. */
  private async *sample({ every, columns }: WalkQuery): AsyncGenerator<UserRecord[]> {
    const { client, n, users, visitors } = this.scope;
    const places: number[] = [];
    for (let block = 0; sampledPlace(block, every) < users + visitors; block += 1)
      places.push(sampledPlace(block, every));
    for (const [known, from, to] of [
      [1, 0, users],
      [0, users, users + visitors],
    ] as const) {
      this.scope.checkpoint();
      const found = await client.rows<{ id: string }>(
        `SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM understudy.users WHERE n = $1 AND known = $2) AS u
         WHERE place = ANY ($3) ORDER BY id`,
        [n, known, places.filter((place) => place >= from && place < to).map((place) => place - from)],
      );
      const ids = found.map(({ id }) => id);
      for (let at = 0; at < ids.length; ) {
        this.scope.checkpoint();
        const wanted = ids.slice(at, at + chunkSize);
        const rows = await client.rows<UserRecord>(chunkSql(columns, "id = ANY ($3)", "true"), [
          n,
          known,
          wanted,
          chunkSize,
        ]);
        yield rows;
        at += Math.max(rows.length, 1);
      }
    }
  }

  /** The next people; null after the last. */
  private async read(
    chunks: AsyncGenerator<readonly UserRecord[]>,
    counts: WalkCounts,
    query: WalkQuery,
  ): Promise<Iterable<ScannedPerson> | null> {
    const { value: rows, done } = await chunks.next();
    if (done === true) return null;
    const [first] = rows;
    if (first === undefined) return [];
    const { client, n, checkpoint } = this.scope;
    const chunk = {
      n,
      known: first.known,
      ids: rows.map(({ id }) => id),
      isDense: query.every === 1 && rows.length > chunkSize / 2,
    };
    const kind = first.known === 1 ? "known" : "visitor";
    return personsOf(chunkOf(kind, rows), await counts.of(client, chunk, checkpoint), query.now);
  }

  private async seenEvents(): Promise<Pick<Seen, "events" | "sdks">> {
    const { client, n } = this.scope;
    const seen = new EventsSeen();
    const take = async (below: number): Promise<number | null> => {
      this.scope.checkpoint();
      const rows = await client.rows<{ facts: SeenEventFacts; sequence: number }>(
        `SELECT sequence, json_build_array(name, received, sdk_name, sdk_version, pairs::json) AS facts FROM understudy.events
         WHERE n = $1 AND code IS NULL AND sequence < $2 ORDER BY sequence DESC LIMIT ${blockSize}`,
        [n, below],
      );
      for (const { facts } of rows) seen.take(facts);
      return rows.at(-1)?.sequence ?? null;
    };
    let below: number | null = Number.MAX_SAFE_INTEGER;
    for (let looked = 0; looked < newestEvents && below !== null; looked += blockSize)
      below = await take(below);
    if (below !== null) {
      const [first] = await client.rows<{ low: number }>(
        "SELECT min(sequence) AS low FROM understudy.events WHERE n = $1",
        [n],
      );
      const step = Math.max(blockSize, (below - (first?.low ?? 0)) / blocks);
      for (let end = below; end > (first?.low ?? 0) && below !== null; end -= step)
        below = await take(Math.min(Math.floor(end), below));
    }
    const counts = await client.rows<{ name: string; count: number }>(
      "SELECT name, count(*) AS count FROM understudy.events WHERE n = $1 AND name = ANY ($2) AND code IS NULL GROUP BY name",
      [n, seen.names],
    );
    return seen.found(new Map(counts.map(({ name, count }) => [name, count])));
  }

  private async seenPeople(): Promise<Omit<Seen, "events" | "sdks">> {
    const looked = new Set<string>();
    const people = new PeopleSeen();
    for (const column of ["last_seen", "created"] as const) {
      this.scope.checkpoint();
      const rows = await this.scope.client.rows<
        Pick<UserRecord, "known" | "id" | "fields" | "labels" | "device">
      >(
        `SELECT known, id, CASE WHEN octet_length(fields) > ${longestFields} THEN '{}' ELSE fields END AS fields, labels, device
         FROM understudy.users WHERE n = $1 AND ${column} IS NOT NULL ORDER BY ${column} DESC LIMIT ${newestPeople}`,
        [this.scope.n],
      );
      for (const { known, id, fields, labels, device } of rows) {
        if (!looked.has(`${known} ${id}`)) people.take([fields, labels, device]);
        looked.add(`${known} ${id}`);
      }
    }
    return people.found;
  }
}

const columnsFor = ({ fields, labels, device, stamps }: WalkQuery["columns"]): string =>
  [
    "known, id",
    ...(fields ? ["fields"] : []),
    ...(labels ? ["labels"] : []),
    ...(device ? ["device"] : []),
    ...(stamps ? ["created, first_seen, last_seen, sessions"] : []),
  ].join(", ");

/** People whose texts may be read together; `found`: how many there were before they had to. The database weighs texts without reading them. */
function chunkSql(columns: WalkQuery["columns"], which: string, fits: string): string {
  const texts = [
    "0",
    ...(columns.fields ? ["octet_length(fields)"] : []),
    ...(columns.labels ? ["octet_length(labels)"] : []),
  ];
  return `SELECT * FROM (
      SELECT *, count(*) OVER () AS found, sum(weight) OVER (ORDER BY id) - weight AS before FROM (
        SELECT ${columnsFor(columns)}, ${fits} AS fits, ${texts.join(" + ")} AS weight
        FROM understudy.users WHERE n = $1 AND known = $2 AND ${which} ORDER BY id LIMIT $4) AS first) AS weighed
    WHERE before < ${chunkText} ORDER BY id`;
}

function chunkOf(kind: UserKind, rows: readonly UserRecord[]): PeopleChunk {
  const [first] = rows;
  const column = <T>(name: keyof UserRecord, read: (row: UserRecord) => T) =>
    first === undefined || first[name] === undefined ? null : rows.map(read);
  return {
    kind,
    ids: rows.map(({ id }) => id),
    fields: column("fields", ({ fields }) => JSON.parse(fields)),
    labels: column("labels", ({ labels }) => JSON.parse(labels)),
    devices: column("device", ({ device }) => JSON.parse(device ?? "null")),
    created: column("created", ({ created }) => created),
    firstSeen: column("first_seen", (row) => row.first_seen),
    lastSeen: column("last_seen", (row) => row.last_seen),
    sessions: column("sessions", ({ sessions }) => sessions),
  };
}
