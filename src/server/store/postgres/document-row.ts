import { basename, dirname, join } from "node:path";
import { Problem } from "../../../core/problem.ts";
import type { DocumentFile, Stored, Version } from "../../workspace/document-place.ts";
import { OutsideEdit } from "../../workspace/outside-edit.ts";
import {
  type DocumentKind,
  parseDocument,
  readableText,
  writtenText,
} from "../../workspace/parse-document.ts";
import { type Database, problemOf, type Queryable } from "./database.ts";

/** Every change increases the head and holds its lock: whoever has read a head has seen all changes up to it. */
const head =
  "head AS (UPDATE understudy.meta SET value = (value::bigint + 1)::text WHERE name = 'documents' RETURNING value::bigint AS head)";

/** What a document has of the rows that it is one of. */
interface RowsOf {
  readonly database: Database;
  /** As it is now, null where it is not there. */
  readonly stored: (path: string) => Promise<Stored | null>;
  readonly onWritten: () => void;
  readonly losses: () => number;
}

/** One document, changed by compare-and-set. */
export class DocumentRow<T> implements DocumentFile<T> {
  path: string;
  text: string | null = null;
  private known: (Version & { readonly losses: number }) | null = null;
  private readonly rowsOf: RowsOf;
  private readonly kind: DocumentKind<T>;

  constructor(rowsOf: RowsOf, path: string, kind: DocumentKind<T>) {
    this.rowsOf = rowsOf;
    this.path = path;
    this.kind = kind;
  }

  get sharedVersion(): Version | null {
    return this.known?.losses === this.rowsOf.losses() ? this.known : null;
  }

  set sharedVersion(version: Version | null) {
    this.known = version && { head: version.head, revision: version.revision, losses: this.rowsOf.losses() };
  }

  async read(): Promise<T | null> {
    const row = await this.rowsOf.stored(this.path);
    if (row === null) return null;
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
    const row = await alone(this.rowsOf.database, async (client, changed) => {
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
    return alone(this.rowsOf.database, (client, changed) =>
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
    this.rowsOf.onWritten();
  }

  async textOnDisk(): Promise<string | null> {
    return (await this.rowsOf.stored(this.path))?.text ?? null;
  }

  private async rows<Row>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return this.rowsOf.database.rows<Row>(sql, values).catch((error: unknown) => {
      throw problemOf(error);
    });
  }
}

export const takenAway = (): Problem => new Problem("not-found", "Somebody has deleted this just now.");

/** While nobody else changes any document: what `work` looks at stays so until all that it does counts. `changed`: the head of its changes. */
export const alone = <R>(
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
export async function moveRows(
  client: Queryable,
  from: string,
  to: string,
  changed: number,
): Promise<number> {
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
