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
    const stored = async (at: string) => (await this.newer([{ path: at, head: 0 }])).get(at) ?? null;
    return new DocumentRow(
      { database: this.database, stored, onWritten: this.onWritten, losses: () => this.losses },
      path,
      kind,
    );
  }

  async exists(path: string): Promise<boolean> {
    return (await this.rows("SELECT 1 FROM understudy.documents WHERE name = $1", [path])).length > 0;
  }

  async text(path: string): Promise<string> {
    return (await this.newer([{ path, head: 0 }])).get(path)?.text ?? "";
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
    const rows = await this.asOfOneMoment(
      `SELECT name, revision, head, head > $2 AS "isChanged", text FROM understudy.documents
       WHERE (head > $2 AND NOT starts_with(name, '.understudy/trash/')) OR starts_with(name, 'spaces/') ORDER BY name`,
      [before],
    );
    return {
      changed: new Map(rows.flatMap((row) => (isWithText(row) ? [[row.name, row]] : []))),
      there: new Set(rows.map(({ name }) => name)),
    };
  }

  async newer(known: readonly KnownDocument[]): Promise<Map<string, Stored | null>> {
    const rows = await this.asOfOneMoment(
      `SELECT name, revision, d.head, d.head > known.head AS "isChanged", text
       FROM unnest($2::text[], $3::bigint[]) AS known (name, head) JOIN understudy.documents AS d USING (name)`,
      [known.map(({ path }) => path), known.map((one) => one.head)],
    );
    return new Map(rows.map((row) => [row.name, isWithText(row) ? row : null]));
  }

  /**
   * What `found` selects, with the texts of what is changed. A statement is waited for only so long, so what is more than one can surely
   * bring is read in parts.
   */
  private async asOfOneMoment(found: string, values: readonly unknown[]): Promise<StoredRow[]> {
    const select = `SELECT name, revision, head, CASE WHEN "isChanged" THEN octet_length(text) ELSE 0 END AS bytes,
       CASE WHEN "isChanged" AND sum(octet_length(text)) FILTER (WHERE "isChanged") OVER () <= $1::bigint THEN text END AS text FROM (${found}) AS found`;
    const whole = await this.rows<StoredRow>(select, [partBytes, ...values]);
    if (!whole.some(isLeftOut)) return whole;
    const inParts = this.database.transaction(async (client) => {
      const rows = await client.rows<StoredRow>(select, [0, ...values]);
      const texts = new Map<string, string>();
      for (const part of partsOf(rows.filter(isLeftOut))) {
        const { answerTime } = this.database;
        const bytes = part.reduce((sum, row) => sum + row.bytes, 0);
        const read = await client.rows<{ name: string; text: string }>(
          "SELECT name, text FROM understudy.documents WHERE name = ANY($1)",
          [part.map(({ name }) => name)],
          answerTime * Math.ceil(bytes / partBytes),
        );
        for (const { name, text } of read) texts.set(name, text);
      }
      return rows.map((row) => ({ ...row, text: texts.get(row.name) ?? row.text }));
    }, "ISOLATION LEVEL REPEATABLE READ READ ONLY");
    return inParts.catch((error: unknown) => {
      throw problemOf(error);
    });
  }

  private async rows<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.database.rows<Row>(sql, values).catch((error: unknown) => {
      throw problemOf(error);
    });
  }
}

/** How much text one statement brings, in bytes. A document that is longer is waited for as long as for its parts. */
const partBytes = 1024 * 1024;

interface StoredRow extends Version {
  readonly name: string;
  /** 0 where it is not changed. */
  readonly bytes: number;
  readonly text: string | null;
}

const isLeftOut = ({ bytes, text }: StoredRow): boolean => bytes > 0 && text === null;

/** In order, each as long as a statement may bring, or one document. */
function partsOf(rows: readonly StoredRow[]): StoredRow[][] {
  const parts: StoredRow[][] = [];
  let left = 0;
  for (const row of rows) {
    left -= row.bytes;
    if (left >= 0) parts.at(-1)?.push(row);
    else {
      parts.push([row]);
      left = partBytes - row.bytes;
    }
  }
  return parts;
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

/** What a document has of the rows that it is one of. */
interface RowsOf {
  readonly database: Database;
  /** As it is now, null where it is not there. */
  readonly stored: (path: string) => Promise<Stored | null>;
  readonly onWritten: () => void;
  readonly losses: () => number;
}

/** One document, changed by compare-and-set. */
class DocumentRow<T> implements DocumentFile<T> {
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
