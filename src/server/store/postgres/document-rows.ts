import { basename, dirname, join } from "node:path";
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
import { type Database, problemOf, type Queryable } from "./database.ts";
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
    const moved = await alone(this.database, (client, changed) => moveRows(client, from, to, changed));
    if (moved === 0) throw takenAway();
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

const takenAway = (): Problem => new Problem("not-found", "Somebody has deleted this just now.");

/** While nobody else changes any document: what `work` looks at stays so until all that it does counts. `changed`: the head of its changes. */
const alone = <R>(
  database: Pick<Database, "transaction">,
  work: (client: Queryable, changed: number) => Promise<R>,
): Promise<R> =>
  database
    .transaction(async (client) => {
      const [row] = await client.rows<{ head: number }>(`WITH ${head} SELECT head FROM head`);
      return work(client, row?.head ?? 0);
    })
    .catch((error: unknown) => {
      throw isThere(error) ? error : problemOf(error);
    });

/** Gives how many documents have another name now. @throws EEXIST */
async function moveRows(client: Queryable, from: string, to: string, changed: number): Promise<number> {
  const [there] = await client.rows(
    "SELECT 1 FROM understudy.documents WHERE name = $1 OR starts_with(name, $1::text || '/') LIMIT 1",
    [to],
  );
  if (there !== undefined) throw Object.assign(new Error(`${to} is there already`), { code: "EEXIST" });
  const moved = await client.rows(
    `UPDATE understudy.documents SET name = $2::text || substr(name, length($1::text) + 1), head = $3
     WHERE name = $1 OR starts_with(name, $1::text || '/') RETURNING 1`,
    [from, to, changed],
  );
  return moved.length;
}

const isThere = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "EEXIST";

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
    return takenAway();
  }

  readable(value: T): string {
    return readableText(value, this.kind);
  }

  async write(value: T, text = writtenText(value)): Promise<void> {
    const { revision } = this;
    const [row] =
      revision === 0
        ? await this.insert(text)
        : await this.rows<Version>(
            `WITH ${head} UPDATE understudy.documents SET text = $2, revision = revision + 1, head = (SELECT head FROM head)
             WHERE name = $1 AND revision = $3 RETURNING revision, head`,
            [this.path, text, revision],
          );
    this.written(row, text);
  }

  async writeMoved(text: string, to: string): Promise<void> {
    const { path, revision } = this;
    const row = await alone(this.database, async (client, changed) => {
      const [written] = await client.rows<Version>(
        "UPDATE understudy.documents SET text = $2, revision = revision + 1, head = $4 WHERE name = $1 AND revision = $3 RETURNING revision, head",
        [path, text, revision, changed],
      );
      if (written !== undefined) await moveRows(client, dirname(path), to, changed);
      return written;
    });
    this.written(row, text);
    // Where another server has moved it since it stays there.
    if (this.path === path) this.path = join(to, basename(path));
  }

  /** What lies beside a Space's own document goes nowhere without it. */
  private insert(text: string): Promise<Version[]> {
    const space = /^spaces\/[^/]+\/(?=.*\/)/.exec(this.path)?.[0];
    return alone(this.database, (client, changed) =>
      client.rows<Version>(
        `INSERT INTO understudy.documents (name, revision, head, text) SELECT $1, 1, $3::bigint, $2
         WHERE $4::text IS NULL OR EXISTS (SELECT FROM understudy.documents WHERE name = $4)
         ON CONFLICT (name) DO NOTHING RETURNING revision, head`,
        [this.path, text, changed, space === undefined ? null : `${space}space.json`],
      ),
    );
  }

  /** 0: it is not stored. */
  private get revision(): number {
    return this.text === null ? 0 : (this.known?.revision ?? 0);
  }

  private written(row: Version | undefined, text: string): void {
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
