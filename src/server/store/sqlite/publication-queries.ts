import type { EnvironmentKey } from "../../../core/primitives.ts";
import type { Publication } from "../../../core/publication.ts";
import type { StoredPublication } from "../ports.ts";
import { asBytes, mendedRow, neededRow } from "./damaged-text.ts";
import type { Queries } from "./messages.ts";
import type { Db } from "./schema.ts";

/** A publication as `publicationOf` reads it: `e` is its environment, `p` its row. */
export const publicationColumns = asBytes(
  "e.environment, p.collection, p.version, p.id, p.published_at, p.published_by, p.note",
);
type Row = [
  environment: EnvironmentKey,
  collectionId: string,
  version: number,
  id: string,
  publishedAt: number,
  publishedBy: string,
  note: string | null,
];

export function publicationOf(bytes: Uint8Array): Publication {
  const [environment, collectionId, version, id, publishedAt, publishedBy, note] = mendedRow<Row>(bytes);
  return {
    id,
    collectionId,
    environment,
    version,
    publishedAt: new Date(publishedAt).toISOString(),
    publishedBy,
    note,
  };
}

/** The history of what was published. */
export class PublicationQueries {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** The one made last first. */
  list(query: Queries["publications"]["ask"]): Publication[] {
    const { spaceId, collectionId, environment, before, limit } = query;
    const conditions = ["e.space = ?", "p.collection = ?"];
    const values: (string | number)[] = [spaceId, collectionId];
    if (environment !== null) {
      conditions.push("e.environment = ?");
      values.push(environment);
    }
    if (before !== null) {
      conditions.push(
        `(p.place, p.version, e.environment) < (
          (SELECT b.place FROM environments AS of CROSS JOIN publications AS b ON b.n = of.n
           WHERE of.space = ? AND of.environment = ? AND b.collection = ? AND b.version = ?), ?, ?)`,
      );
      const { version, environment: of } = before;
      values.push(spaceId, of, collectionId, version, version, of);
    }
    const sql = `SELECT ${publicationColumns} FROM environments AS e CROSS JOIN publications AS p ON p.n = e.n
      WHERE ${conditions.join(" AND ")} ORDER BY p.place DESC, p.version DESC, e.environment DESC LIMIT ?`;
    const rows = this.db
      .prepare(sql)
      .raw()
      .all([...values, limit]) as [Uint8Array][];
    return rows.map(([bytes]) => publicationOf(bytes));
  }

  one(n: number, collectionId: string, version: number): StoredPublication | null {
    const row = this.db
      .prepare(
        `SELECT CAST(json_array(p.content) AS BLOB), ${publicationColumns} FROM publications AS p CROSS JOIN environments AS e ON e.n = p.n
         WHERE p.n = ? AND p.collection = ? AND p.version = ?`,
      )
      .raw()
      .get(n, collectionId, version) as [content: Uint8Array, row: Uint8Array] | undefined;
    if (row === undefined) return null;
    const [content] = neededRow<[string]>(row[0], `what version ${version} served`);
    return { publication: publicationOf(row[1]), content };
  }

  latestVersion(n: number, collectionId: string): number {
    const [version] = this.db
      .prepare("SELECT max(version) FROM publications WHERE n = ? AND collection = ?")
      .raw()
      .get(n, collectionId) as [number | null];
    return version ?? 0;
  }
}
