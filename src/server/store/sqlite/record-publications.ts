import type { StoredPublication } from "../ports.ts";
import type { Db } from "./schema.ts";

/** Adds versions to an environment's history; one that is there stays as it is. */
export function recordPublications(db: Db, n: number, publications: readonly StoredPublication[]): void {
  const insert = db.prepare("INSERT OR IGNORE INTO publications VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  for (const { publication: one, content } of publications) {
    const publishedAt = Date.parse(one.publishedAt);
    insert.run([n, one.collectionId, one.version, one.id, publishedAt, one.publishedBy, one.note, content]);
  }
}
