import { basename, dirname, join } from "node:path";
import { Problem } from "../../../core/problem.ts";
import type { Beside, DocumentFile, KnownDocument, Stored, Version } from "../../workspace/document-place.ts";
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
  private readonly beside: Beside | undefined;

  constructor(rowsOf: RowsOf, path: string, kind: DocumentKind<T>, beside?: Beside) {
    this.rowsOf = rowsOf;
    this.path = path;
    this.kind = kind;
    this.beside = beside;
  }

  get sharedVersion(): Version | null {
    return this.known?.losses === this.rowsOf.losses() ? this.known : null;
  }

  set sharedVersion(version: Version | null) {
    this.known = version && { head: version.head, losses: this.rowsOf.losses() };
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
    const isNew = this.text === null;
    if (isNew || this.beside?.when === "made or changed") return this.writeBeside(text);
    const [row] = await this.rows<Version>(
      `WITH ${head} UPDATE understudy.documents SET text = $2, revision = revision + 1, head = (SELECT head FROM head)
       WHERE name = $1 AND head = $3 RETURNING head`,
      [this.path, text, this.lastHead],
    );
    this.written(row, text);
  }

  async writeMoved(text: string, to: string): Promise<void> {
    const { path, lastHead } = this;
    const row = await alone(this.rowsOf.database, async (client, changed) => {
      const written = await replaced(client, { path, text, lastHead, changed });
      if (written !== undefined) await moveRows(client, dirname(path), to, changed);
      return written;
    });
    this.written(row, text);
    // Where another server has moved it since it stays there.
    if (this.path === path) this.path = join(to, basename(path));
  }

  /** One that is new, or counts together with what it lies beside. */
  private async writeBeside(text: string): Promise<void> {
    const { path, lastHead, text: before } = this;
    const beside = this.beside?.document;
    const known = beside && { path: beside.path, head: beside.head };
    const row = await alone(this.rowsOf.database, async (client, changed) => {
      if (known !== undefined) await count(client, path, known, changed);
      const written =
        before === null
          ? await made(client, { path, text, changed })
          : await replaced(client, { path, text, lastHead, changed });
      if (written === undefined) throw new OutsideEdit();
      return written;
    });
    beside?.counted(row.head);
    this.written(row, text);
  }

  /** No other change of this name has it, also not of a document that took the place of this one. */
  private get lastHead(): number {
    return this.known?.head ?? 0;
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
      throw isThere(error) || error instanceof OutsideEdit ? error : problemOf(error);
    });

const made = async (
  client: Queryable,
  { path, text, changed }: { readonly path: string; readonly text: string; readonly changed: number },
): Promise<Version | undefined> =>
  (
    await client.rows<Version>(
      "INSERT INTO understudy.documents (name, revision, head, text) VALUES ($1, 1, $3, $2) ON CONFLICT (name) DO NOTHING RETURNING head",
      [path, text, changed],
    )
  )[0];

interface Replacement {
  readonly path: string;
  readonly text: string;
  readonly lastHead: number;
  readonly changed: number;
}

/** `revision` is for servers of before 2026-11-27 beside this one, which compare by it: it may go with a step of the schema, which ends them. */
const replaced = async (
  client: Queryable,
  { path, text, lastHead, changed }: Replacement,
): Promise<Version | undefined> =>
  (
    await client.rows<Version>(
      "UPDATE understudy.documents SET text = $2, revision = revision + 1, head = $4 WHERE name = $1 AND head = $3 RETURNING head",
      [path, text, lastHead, changed],
    )
  )[0];

/** Has what lies at a path count as a change of the document that it lies beside. @throws OutsideEdit where that is not as it is known */
async function count(client: Queryable, path: string, beside: KnownDocument, changed: number): Promise<void> {
  const rows = await client.rows(
    "UPDATE understudy.documents SET head = $3 WHERE name = $1 AND head = $2 RETURNING 1",
    [beside.path, beside.head, changed],
  );
  // A look may have given one of the two another place meanwhile.
  if (rows.length === 0 || !isIn(dirname(beside.path), path)) throw new OutsideEdit();
}

/** @throws OutsideEdit where a document of a folder, or that lies there, is not as it is known */
export async function assertAsKnown(client: Queryable, folder: string, known: KnownDocument): Promise<void> {
  const { path, head } = known;
  const rows = await client.rows("SELECT 1 FROM understudy.documents WHERE name = $1 AND head = $2", [
    path,
    head,
  ]);
  if (rows.length === 0 || !isIn(folder, path)) throw new OutsideEdit();
}

const isIn = (folder: string, path: string): boolean =>
  folder === "." || path === folder || path.startsWith(`${folder}/`);

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
