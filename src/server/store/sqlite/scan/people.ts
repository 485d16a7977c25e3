import type { UserKind } from "../../../../core/user.ts";
import { sampledPlace, type WalkQuery } from "../../../population/people-walk.ts";
import type { ScanColumns } from "../../../population/scan-columns.ts";
import type { PeopleChunk } from "../../../population/scanned-person.ts";
import { textOf } from "../damaged-text.ts";
import type { Statement } from "../schema.ts";
import type { UserFilter } from "../user-filter.ts";
import type { Scope } from "./scope.ts";

/** How many people are read at a time, and the most text, in bytes, that they may have together (one may have more). */
const chunkSize = 2_000;
const chunkText = 2_000_000;

type PeopleQuery = Pick<WalkQuery, "columns" | "kind" | "after" | "every"> & { readonly filter: UserFilter };

/** Known users first, then visitors, each by id, as users are listed; in chunks. */
export function* people(scope: Scope, query: PeopleQuery): Generator<PeopleChunk> {
  const reader = new PeopleReader(scope, query);
  if (query.every > 1) return yield* reader.spread();
  for (const kind of kindsFrom(query))
    yield* reader.ofKind(kind, query.after?.kind === kind ? query.after.id : "");
}

function kindsFrom({ kind, after }: PeopleQuery): UserKind[] {
  const kinds: UserKind[] = after?.kind === "visitor" ? ["visitor"] : ["known", "visitor"];
  return kinds.filter((one) => kind === null || one === kind);
}

type Row = [
  read: number,
  last: Uint8Array | null,
  ids: Uint8Array,
  fields: Uint8Array | null,
  labels: Uint8Array | null,
  devices: Uint8Array | null,
  created: Uint8Array | null,
  firstSeen: Uint8Array | null,
  lastSeen: Uint8Array | null,
  sessions: Uint8Array | null,
];

/** Reads chunks as one JSON text for each column, which costs a tenth of single values. */
class PeopleReader {
  private readonly scope: Scope;
  private readonly query: PeopleQuery;
  private readonly read: Statement;
  private readonly weigh: Statement | null;
  /** How many were read together last. */
  private size = chunkSize;

  constructor(scope: Scope, query: PeopleQuery) {
    this.scope = scope;
    this.query = query;
    this.read = scope.db.prepare(chunkSql(query.columns, query.filter.sql)).raw();
    const texts = textColumns(query.columns);
    this.weigh =
      texts.length === 0
        ? null
        : scope.db
            .prepare(
              // The bytes of a text are counted without reading it.
              `SELECT sum(weight) FROM (
                 SELECT ${texts.map((text) => `octet_length(${text})`).join(" + ")} AS weight FROM users WHERE n = ? AND known = ? AND id > CAST(? AS TEXT) ORDER BY id LIMIT ?)`,
            )
            .raw();
  }

  *ofKind(kind: UserKind, after: string): Generator<PeopleChunk> {
    for (let from: Uint8Array = Buffer.from(after); ; ) {
      this.scope.checkpoint();
      this.size = this.fitting(kind === "known" ? 1 : 0, from);
      const row = this.row(kind, from, this.size, 0);
      const [read, last] = row;
      if (last === null) return;
      yield chunkOf(kind, row);
      if (read < this.size) return;
      from = last;
    }
  }

  /** One person of each block. */
  *spread(): Generator<PeopleChunk> {
    let [block, start] = [0, 0];
    for (const kind of ["known", "visitor"] as const) {
      const end = start + (kind === "known" ? this.scope.users : this.scope.visitors);
      let [from, next]: [Uint8Array, number] = [Buffer.alloc(0), start];
      for (; ; block += 1) {
        const place = sampledPlace(block, this.query.every);
        if (place >= end) break;
        this.scope.checkpoint();
        const row = this.row(kind, from, 1, place - next);
        yield chunkOf(kind, row);
        [from, next] = [row[1] ?? from, place + 1];
      }
      start = end;
    }
  }

  private row(kind: UserKind, from: Uint8Array, size: number, offset: number): Row {
    const known = kind === "known" ? 1 : 0;
    return this.read.get(...this.query.filter.values, this.scope.n, known, from, size, offset) as Row;
  }

  /**
   * As many people as may be read together: fewer where they have long texts. Twice as many as before are tried, so that weighing
   * costs no more than reading does.
   */
  private fitting(known: number, from: Uint8Array): number {
    let size = Math.min(2 * this.size, chunkSize);
    while (this.weigh !== null && size > 1) {
      const [weight] = this.weigh.get(this.scope.n, known, from, size) as [number | null];
      if ((weight ?? 0) <= chunkText) break;
      size = Math.ceil(size / 2);
    }
    return size;
  }
}

const textColumns = ({ fields, labels }: ScanColumns): string[] => [
  ...(fields ? ["fields"] : []),
  ...(labels ? ["labels"] : []),
];

/** `fits` says which of the chunk's people the filter lets through; the chunk's size is that before the filter. */
function chunkSql({ fields, labels, device, stamps }: ScanColumns, filter: string): string {
  const list = (wanted: boolean, column: string) =>
    wanted ? `CAST(json_group_array(${column}) FILTER (WHERE fits) AS BLOB)` : "NULL";
  const texts = (wanted: boolean, column: string) =>
    wanted ? `CAST('[' || group_concat(${column}) FILTER (WHERE fits) || ']' AS BLOB)` : "NULL";
  const inner = ["id"];
  if (fields) inner.push("fields");
  if (labels) inner.push("labels");
  if (device) inner.push("ifnull(device, 'null') AS device");
  if (stamps) inner.push("created", "first_seen", "last_seen", "sessions");
  return `SELECT count(*), CAST(max(id) AS BLOB), ${list(true, "id")}, ${texts(fields, "fields")}, ${texts(labels, "labels")},
    ${texts(device, "device")}, ${list(stamps, "created")}, ${list(stamps, "first_seen")}, ${list(stamps, "last_seen")}, ${list(stamps, "sessions")}
    FROM (SELECT ${inner.join(", ")}, ${filter} AS fits FROM users WHERE n = ? AND known = ? AND id > CAST(? AS TEXT) ORDER BY id LIMIT ? OFFSET ?)`;
}

const parsed = <T>(bytes: Uint8Array | null): T[] | null =>
  bytes === null ? null : (JSON.parse(textOf(bytes)) as T[]);

const chunkOf = (kind: UserKind, row: Row): PeopleChunk => ({
  kind,
  ids: parsed<string>(row[2]) ?? [],
  fields: parsed(row[3]),
  labels: parsed(row[4]),
  devices: parsed(row[5]),
  created: parsed(row[6]),
  firstSeen: parsed(row[7]),
  lastSeen: parsed(row[8]),
  sessions: parsed(row[9]),
});
