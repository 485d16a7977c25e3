import type {
  ChangedDocuments,
  DocumentFile,
  DocumentPlace,
  FileOptions,
  KnownDocument,
  Stored,
  Version,
} from "../../workspace/document-place.ts";
import type { DocumentKind } from "../../workspace/parse-document.ts";
import { type Database, problemOf } from "./database.ts";
import { DatabaseTime } from "./database-time.ts";
import { alone, assertAsKnown, DocumentRow, moveRows, takenAway } from "./document-row.ts";

/** A workspace's documents as rows. */
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

  file<T>(path: string, kind: DocumentKind<T>, { beside }: FileOptions = {}): DocumentFile<T> {
    const stored = async (at: string) => (await this.newer([{ path: at, head: 0 }])).get(at) ?? null;
    return new DocumentRow(
      { database: this.database, stored, onWritten: this.onWritten, losses: () => this.losses },
      path,
      kind,
      beside,
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

  async move(from: string, to: string, known?: KnownDocument): Promise<void> {
    const moved = await alone(this.database, async (client, changed) => {
      if (known !== undefined) await assertAsKnown(client, from, known);
      return moveRows(client, from, to, changed);
    });
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
      `SELECT name, head, head > $2 AS "isChanged", text FROM understudy.documents
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
      `SELECT name, d.head, d.head > known.head AS "isChanged", text
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
    const select = `SELECT name, head, CASE WHEN "isChanged" THEN octet_length(text) ELSE 0 END AS bytes,
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

const isWithText = (row: StoredRow): row is StoredRow & Stored => row.text !== null;
