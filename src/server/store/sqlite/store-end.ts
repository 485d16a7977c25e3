import { eventGroup } from "../../../core/event-group.ts";
import type { EnvironmentRef } from "../../../core/refs.ts";
import {
  beforeAll,
  type Cell,
  type EnvironmentCopied,
  type Row,
  type StoreSource,
  type StoreTarget,
  type TableName,
} from "../store-end.ts";
import { asBytes, neededRow, textOf } from "./damaged-text.ts";
import { makeEnvironment } from "./environment-table.ts";
import { sourceNumber, sourceOf } from "./messages.ts";
import {
  closeCleanly,
  type Db,
  eventKey,
  factOf,
  openForReading,
  openForWriting,
  sequenceOf,
  transaction,
} from "./schema.ts";
import { pairTerm, personTerm, term } from "./term.ts";

type Texts = Pick<StoreSource, "documents" | "audit" | "identity">;

/** A data.db that nobody writes, with the rest of its folder. */
export function fileSource(path: string, texts: Texts): StoreSource & { close(): void } {
  const db = openForReading(path);
  return Object.assign(new FileEnd(db, texts), { close: () => db.close() });
}

/** A new data.db, or one into which the same has been copied in part. */
export function fileTarget(path: string, texts: Texts & Pick<StoreTarget, "finish">): FileTarget {
  const { db, identity } = openForWriting(path, true);
  return new FileTarget(db, identity, texts);
}

const selects: Readonly<Record<Exclude<TableName, "events">, string>> = {
  users: `SELECT ${asBytes("known, id, fields, labels, created, first_seen, last_seen, sessions, device")} FROM users
    WHERE n = ?1 AND (known, id) > (?3, ?4) ORDER BY known, id LIMIT ?2`,
  sessions: `SELECT ${asBytes("id, known, person, anonymous_id, started, sdk_name, sdk_version, device")} FROM sessions
    WHERE n = ?1 AND id > ?3 ORDER BY id LIMIT ?2`,
  publications: `SELECT ${asBytes("collection, version, published_at, id, published_by, note, content, place")} FROM publications
    WHERE n = ?1 AND (collection, version) > (?3, ?4) ORDER BY collection, version LIMIT ?2`,
};
const lasts: Readonly<Record<Exclude<TableName, "events">, string>> = {
  users: `SELECT ${asBytes("known, id")} FROM users WHERE n = ? ORDER BY known DESC, id DESC LIMIT 1`,
  sessions: `SELECT ${asBytes("id")} FROM sessions WHERE n = ? ORDER BY id DESC LIMIT 1`,
  publications: `SELECT ${asBytes("collection, version")} FROM publications WHERE n = ? ORDER BY collection DESC, version DESC LIMIT 1`,
};
const inserts: Readonly<Record<Exclude<TableName, "events">, string>> = {
  users:
    "INSERT INTO users (n, known, id, fields, labels, created, first_seen, last_seen, sessions, device) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  sessions:
    "INSERT INTO sessions (n, id, known, person, anonymous_id, started, sdk_name, sdk_version, device) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
  publications:
    "INSERT INTO publications (n, collection, version, published_at, id, published_by, note, content, place) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
};
const eventColumns =
  "key, received, id, name, known, person, time, session, experience, pairs, source, sdk_name, sdk_version, original, code, detail";
/** Refused events have no time of their own: when they came stands for it, as everywhere. */
const eventRows = `SELECT ${asBytes(eventColumns)} FROM (
    SELECT key, received, id, name, known, person, time, session, experience, pairs, source, sdk_name, sdk_version, original,
      NULL AS code, NULL AS detail FROM events WHERE key > ?1 AND key < ?2
    UNION ALL
    SELECT key, received, id, name, known, person, received, NULL, NULL, NULL, source, sdk_name, sdk_version, original,
      code, detail FROM rejected WHERE key > ?1 AND key < ?2
  ) ORDER BY key LIMIT ?3`;

class FileEnd implements StoreSource {
  protected readonly db: Db;
  readonly identity: string;
  readonly documents: StoreSource["documents"];
  readonly audit: StoreSource["audit"];

  constructor(db: Db, { identity, documents, audit }: Texts) {
    this.db = db;
    this.identity = identity;
    this.documents = documents;
    this.audit = audit;
  }

  async epoch(): Promise<string> {
    return textOf(factOf(this.db, "epoch") ?? new Uint8Array());
  }

  async environments(): Promise<EnvironmentCopied[]> {
    const rows = this.db
      .prepare(
        `SELECT ${asBytes("space, environment, last_sequence, events, rejected")}
         FROM environments WHERE space NOT LIKE 'deleted %' ORDER BY space, environment`,
      )
      .raw()
      .all() as [Uint8Array][];
    return rows.map(([bytes]) => {
      const [spaceId, environment, lastSequence, events, rejected] = neededRow<
        [string, EnvironmentRef["environment"], number, number, number]
      >(bytes, "the name of an environment");
      return { spaceId, environment, lastSequence, events, rejected };
    });
  }

  async rows(environment: EnvironmentRef, table: TableName, after: Row, limit: number): Promise<Row[]> {
    const n = this.number(environment);
    if (n === null) return [];
    const rows =
      table === "events"
        ? (this.db
            .prepare(eventRows)
            .raw()
            .all([eventKey(n, Number(after[0])), eventKey(n + 1, 0), limit]) as [Uint8Array][])
        : (this.db
            .prepare(selects[table])
            .raw()
            .all([n, limit, ...after]) as [Uint8Array][]);
    const cells = rows.map(([bytes]) => neededRow<Cell[]>(bytes, `one of its ${table}`));
    return cells.map((row) => (table === "events" ? eventOf(row) : row).map(storable));
  }

  protected number({ spaceId, environment }: EnvironmentRef): number | null {
    const row = this.db
      .prepare("SELECT n FROM environments WHERE space = ? AND environment = ?")
      .raw()
      .get([spaceId, environment]) as [number] | undefined;
    return row?.[0] ?? null;
  }
}

class FileTarget extends FileEnd implements StoreTarget {
  /** Of the new data.db: secrets.json has to name it. */
  readonly storeId: string;
  readonly finish: StoreTarget["finish"];

  constructor(db: Db, storeId: string, texts: Texts & Pick<StoreTarget, "finish">) {
    super(db, texts);
    this.storeId = storeId;
    this.finish = texts.finish;
  }

  async put(environment: EnvironmentRef, table: TableName, rows: readonly Row[]): Promise<void> {
    transaction(this.db, () => {
      const n = this.number(environment) ?? makeEnvironment(this.db, environment);
      if (table === "events") for (const row of rows) this.putEvent(n, row);
      else {
        const insert = this.db.prepare(inserts[table]);
        for (const row of rows) insert.run([n, ...row]);
      }
    });
  }

  async last(environment: EnvironmentRef, table: TableName): Promise<Row> {
    const n = this.number(environment);
    if (n === null) return beforeAll[table];
    if (table !== "events") {
      const row = this.db.prepare(lasts[table]).raw().get(n) as [Uint8Array] | undefined;
      return row === undefined ? beforeAll[table] : neededRow<Cell[]>(row[0], `the last of its ${table}`);
    }
    const [key] = this.db
      .prepare(
        `SELECT max((SELECT coalesce(max(key), 0) FROM events WHERE key > ?1 AND key < ?2),
           (SELECT coalesce(max(key), 0) FROM rejected WHERE key > ?1 AND key < ?2))`,
      )
      .raw()
      .get([eventKey(n, 0), eventKey(n + 1, 0)]) as [number];
    return key === 0 ? beforeAll.events : [sequenceOf(key)];
  }

  async putRest({ epoch, environments }: Parameters<StoreTarget["putRest"]>[0]): Promise<void> {
    transaction(this.db, () => {
      for (const one of environments) {
        const n = this.number(one) ?? makeEnvironment(this.db, one);
        // Who was seen when has been copied: nothing of it is behind.
        this.db
          .prepare(
            `UPDATE environments SET last_sequence = ?2, events = ?3, rejected = ?4, seen_through = ?2,
               users = (SELECT count(*) FROM users WHERE n = ?1 AND known = 1),
               visitors = (SELECT count(*) FROM users WHERE n = ?1 AND known = 0) WHERE n = ?1`,
          )
          .run([n, one.lastSequence, one.events, one.rejected]);
      }
      if (epoch !== "") this.db.prepare("INSERT OR REPLACE INTO facts VALUES ('epoch', ?)").run(epoch);
    });
  }

  close(): void {
    closeCleanly(this.db);
  }

  /** With what the index is made of; the index itself follows when the file is opened. */
  private putEvent(n: number, row: Row): void {
    const [sequence, received, id, name, known, person, time, session, experience, pairs, ...rest] = row;
    const [source, sdkName, sdkVersion, original, code, detail] = rest;
    const key = eventKey(n, Number(sequence));
    const from = sourceNumber(source as Parameters<typeof sourceNumber>[0]);
    if (code !== null) {
      this.db
        .prepare(`INSERT INTO rejected VALUES (${Array(12).fill("?").join(",")})`)
        .run([key, id, name, known, person, received, code, detail, from, sdkName, sdkVersion, original]);
      return;
    }
    const of = (kind: string, text: Cell | undefined) => term(n, kind, String(text));
    const facts = (JSON.parse(String(pairs ?? "[]")) as [string, string][]).map(([pair, value]) =>
      pairTerm(n, pair, value),
    );
    this.db
      .prepare(`INSERT INTO events VALUES (${Array(22).fill("?").join(",")})`)
      .run([
        ...[key, id, name, known, person, time, received, session, experience, pairs],
        ...[from, sdkName, sdkVersion, original],
        of("id", id),
        of("name", name),
        of("group", eventGroup(String(name))),
        personTerm(n, known === 1 ? "known" : "visitor", String(person)),
        experience === null ? null : of("experience", experience),
        ...[0, 1, 2].map((at) => facts[at] ?? null),
      ]);
  }
}

function eventOf([key, ...row]: Cell[]): Cell[] {
  const source = sourceOf(Number(row[9]));
  return [sequenceOf(Number(key)), ...row.slice(0, 9), source, ...row.slice(10)];
}

/** PostgreSQL's texts hold no NUL, which only refused events may have. */
const storable = (cell: Cell): Cell => (typeof cell === "string" ? cell.replaceAll("\0", "\ufffd") : cell);
