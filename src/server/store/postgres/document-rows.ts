import { Problem } from "../../../core/problem.ts";
import type {
  ChangedDocuments,
  DocumentFile,
  DocumentPlace,
  KnownDocument,
  Stored,
  Version,
} from "../../workspace/document-place.ts";
import { OutsideEdit } from "../../workspace/outside-edit.ts";
import {
  type DocumentKind,
  parseDocument,
  readableText,
  writtenText,
} from "../../workspace/parse-document.ts";
import { type Database, isTaken, problemOf } from "./database.ts";
import { DatabaseTime } from "./database-time.ts";

/** Every change increases the head and holds its lock: whoever has read a head has seen all changes up to it. */
const head =
  "head AS (UPDATE understudy.meta SET value = (value::bigint + 1)::text WHERE name = 'documents' RETURNING value::bigint AS head)";

/** A workspace's documents as rows with a revision. */
export class DocumentRows implements DocumentPlace {
  private readonly database: Database;
  private readonly onWritten: () => void;
  /** As of the last looks at the head. */
  readonly time = new DatabaseTime();
  private lastHead = 0;
  /** How often the database has lost changes, as where a replica that is behind takes its place: versions of before say nothing. */
  private losses = 0;

  constructor(database: Database, onWritten: () => void) {
    this.database = database;
    this.onWritten = onWritten;
  }

  file<T>(path: string, kind: DocumentKind<T>): DocumentFile<T> {
    return new DocumentRow(this.database, path, kind, this.onWritten, () => this.losses);
  }

  async exists(path: string): Promise<boolean> {
    return (await this.rows("SELECT 1 FROM understudy.documents WHERE name = $1", [path])).length > 0;
  }

  async text(path: string): Promise<string> {
    const [row] = await this.rows<{ text: string }>("SELECT text FROM understudy.documents WHERE name = $1", [
      path,
    ]);
    return row?.text ?? "";
  }

  async entries(folder: string): Promise<readonly { name: string; isFolder: boolean }[]> {
    const rows = await this.rows<{ name: string }>(
      "SELECT DISTINCT split_part(substr(name, length($1::text) + 1), '/', 1) AS name FROM understudy.documents WHERE starts_with(name, $1)",
      [`${folder}/`],
    );
    return rows.map(({ name }) => ({ name, isFolder: true }));
  }

  makeFolder(): Promise<void> {
    return Promise.resolve();
  }

  assertNoLink(): Promise<void> {
    return Promise.resolve();
  }

  async move(from: string, to: string): Promise<void> {
    const taken = () => Object.assign(new Error(`${to} is there already`), { code: "EEXIST" });
    if ((await this.entries(to)).length > 0) throw taken();
    const move = this.database.rows(
      `WITH ${head} UPDATE understudy.documents SET name = $2::text || substr(name, length($1::text) + 1), head = (SELECT head FROM head)
       WHERE name = $1 OR starts_with(name, $1::text || '/')`,
      [from, to],
    );
    await move.catch((error: unknown) => {
      // Another server put something there meanwhile.
      throw isTaken(error) ? taken() : problemOf(error);
    });
    this.onWritten();
  }

  /** The last change of any document. */
  async head(): Promise<number> {
    const asked = performance.now();
    const [row] = await this.rows<{ head: number; now: number }>(
      `SELECT value::bigint AS head, (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now
       FROM understudy.meta WHERE name = 'documents'`,
    );
    if (row !== undefined) this.time.heard(row.now, asked, performance.now());
    const found = row?.head ?? 0;
    if (found < this.lastHead) this.losses += 1;
    this.lastHead = found;
    return found;
  }

  /** What changed after a head, and the names of all that there is of Spaces, as of one moment. */
  async changedSince(before: number): Promise<ChangedDocuments> {
    const rows = await this.rows<StoredRow>(
      `SELECT name, revision, head, CASE WHEN head > $1 THEN text END AS text FROM understudy.documents
       WHERE (head > $1 AND NOT starts_with(name, '.understudy/trash/')) OR starts_with(name, 'spaces/') ORDER BY name`,
      [before],
    );
    return {
      changed: new Map(rows.flatMap((row) => (isWithText(row) ? [[row.name, row]] : []))),
      there: new Set(rows.map(({ name }) => name)),
    };
  }

  async newer(known: readonly KnownDocument[]): Promise<Map<string, Stored | null>> {
    const rows = await this.rows<StoredRow>(
      `SELECT name, revision, d.head, CASE WHEN d.head > known.head THEN text END AS text
       FROM unnest($1::text[], $2::bigint[]) AS known (name, head) JOIN understudy.documents AS d USING (name)`,
      [known.map(({ path }) => path), known.map((one) => one.head)],
    );
    return new Map(rows.map((row) => [row.name, isWithText(row) ? row : null]));
  }

  private async rows<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.database.rows<Row>(sql, values).catch((error: unknown) => {
      throw problemOf(error);
    });
  }
}

interface StoredRow extends Version {
  readonly name: string;
  readonly text: string | null;
}

const isWithText = (row: StoredRow): row is StoredRow & Stored => row.text !== null;

/** One document, changed by compare-and-set. */
class DocumentRow<T> implements DocumentFile<T> {
  path: string;
  text: string | null = null;
  private known: (Version & { readonly losses: number }) | null = null;
  private readonly database: Database;
  private readonly kind: DocumentKind<T>;
  private readonly onWritten: () => void;
  private readonly losses: () => number;

  constructor(
    database: Database,
    path: string,
    kind: DocumentKind<T>,
    onWritten: () => void,
    losses: () => number,
  ) {
    this.database = database;
    this.path = path;
    this.kind = kind;
    this.onWritten = onWritten;
    this.losses = losses;
  }

  get sharedVersion(): Version | null {
    return this.known?.losses === this.losses() ? this.known : null;
  }

  set sharedVersion(version: Version | null) {
    this.known = version && { head: version.head, revision: version.revision, losses: this.losses() };
  }

  async read(): Promise<T | null> {
    const row = await this.row();
    if (row === undefined) return null;
    const { value, from } = parseDocument(this.path, row.text, this.kind);
    this.text = row.text;
    this.sharedVersion = row;
    if (from < this.kind.version) await this.write(value);
    return value;
  }

  takenAway(): Problem {
    return new Problem("not-found", "Somebody has deleted this just now.");
  }

  readable(value: T): string {
    return readableText(value, this.kind);
  }

  async write(value: T, text = writtenText(value)): Promise<void> {
    const revision = this.text === null ? 0 : (this.known?.revision ?? 0);
    const change =
      revision === 0
        ? "INSERT INTO understudy.documents AS d (name, revision, head, text) SELECT $1, $3::bigint + 1, head, $2 FROM head ON CONFLICT (name) DO NOTHING RETURNING revision, head"
        : "UPDATE understudy.documents SET text = $2, revision = revision + 1, head = (SELECT head FROM head) WHERE name = $1 AND revision = $3 RETURNING revision, head";
    const [row] = await this.rows<Version>(`WITH ${head} ${change}`, [this.path, text, revision]);
    if (row === undefined) throw new OutsideEdit();
    // A newer one of somebody else may have been taken in before this was answered.
    if (row.head > (this.sharedVersion?.head ?? 0)) {
      this.sharedVersion = row;
      this.text = text;
    }
    this.onWritten();
  }

  async textOnDisk(): Promise<string | null> {
    return (await this.row())?.text ?? null;
  }

  private async row(): Promise<Stored | undefined> {
    const [row] = await this.rows<Stored>(
      "SELECT revision, head, text FROM understudy.documents WHERE name = $1",
      [this.path],
    );
    return row;
  }

  private async rows<Row>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return this.database.rows<Row>(sql, values).catch((error: unknown) => {
      throw problemOf(error);
    });
  }
}
