import { Problem } from "../../../core/problem.ts";
import type { DocumentFile, DocumentPlace } from "../../workspace/document-place.ts";
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

  constructor(database: Database, onWritten: () => void) {
    this.database = database;
    this.onWritten = onWritten;
  }

  file<T>(path: string, kind: DocumentKind<T>): DocumentFile<T> {
    return new DocumentRow(this.database, path, kind, this.onWritten);
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
    return row?.head ?? 0;
  }

  /** The names of documents that changed after a head, and of all of Spaces that there are. */
  async changedSince(before: number): Promise<{ readonly changed: string[]; readonly there: string[] }> {
    const rows = await this.rows<{ name: string; changed: boolean }>(
      `SELECT name, head > $1 AS changed FROM understudy.documents
       WHERE head > $1 OR starts_with(name, 'spaces/') ORDER BY name`,
      [before],
    );
    return {
      changed: rows.filter(({ changed }) => changed).map(({ name }) => name),
      there: rows.map(({ name }) => name),
    };
  }

  private async rows<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.database.rows<Row>(sql, values).catch((error: unknown) => {
      throw problemOf(error);
    });
  }
}

/** One document, changed by compare-and-set. */
class DocumentRow<T> implements DocumentFile<T> {
  path: string;
  text: string | null = null;
  /** The revision that was read or written last; 0 for no row. */
  private revision = 0;
  private readonly database: Database;
  private readonly kind: DocumentKind<T>;
  private readonly onWritten: () => void;

  constructor(database: Database, path: string, kind: DocumentKind<T>, onWritten: () => void) {
    this.database = database;
    this.path = path;
    this.kind = kind;
    this.onWritten = onWritten;
  }

  async read(): Promise<T | null> {
    const text = await this.textOnDisk();
    if (text === null) return null;
    const { value, from } = parseDocument(this.path, text, this.kind);
    this.text = text;
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
    const change =
      this.revision === 0
        ? "INSERT INTO understudy.documents AS d (name, revision, head, text) SELECT $1, $3::bigint + 1, head, $2 FROM head ON CONFLICT (name) DO NOTHING RETURNING revision"
        : "UPDATE understudy.documents SET text = $2, revision = revision + 1, head = (SELECT head FROM head) WHERE name = $1 AND revision = $3 RETURNING revision";
    const [row] = await this.rows<{ revision: number }>(`WITH ${head} ${change}`, [
      this.path,
      text,
      this.revision,
    ]);
    if (row === undefined) throw new OutsideEdit();
    this.revision = row.revision;
    this.text = text;
    this.onWritten();
  }

  async textOnDisk(): Promise<string | null> {
    const [row] = await this.rows<{ revision: number; text: string }>(
      "SELECT revision, text FROM understudy.documents WHERE name = $1",
      [this.path],
    );
    this.revision = row?.revision ?? 0;
    return row?.text ?? null;
  }

  private async rows<Row>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return this.database.rows<Row>(sql, values).catch((error: unknown) => {
      throw problemOf(error);
    });
  }
}
