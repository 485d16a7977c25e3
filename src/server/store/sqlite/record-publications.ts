import { type PublicationBatch, publicationPlace } from "../ports.ts";
import type { Db } from "./schema.ts";

/**
 * Adds versions to an environment's history; one that is there stays as it is. A version that comes after a higher one stands
 * right before it: of two in one place, the higher version is the later.
 */
export function recordPublications(db: Db, n: number, { publications, justMade }: PublicationBatch): void {
  const behind = db
    .prepare(
      `SELECT coalesce(max(p.place), 0) FROM publications AS p CROSS JOIN environments AS e ON e.n = p.n
       WHERE p.collection = ?2 AND (p.n = ?1 OR ?3 AND e.space = (SELECT space FROM environments WHERE n = ?1))`,
    )
    .raw();
  const above = db
    .prepare("SELECT min(place) FROM publications WHERE n = ? AND collection = ? AND version > ?")
    .raw();
  const insert = db.prepare("INSERT OR IGNORE INTO publications VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const { publication: one, content } of publications) {
    const [last] = behind.get([n, one.collectionId, justMade ? 1 : 0]) as [number];
    const { collectionId, version, id, publishedAt, publishedBy, note } = one;
    const [next] = above.get([n, collectionId, version]) as [number | null];
    const place = Math.min(publicationPlace(publishedAt, last), next ?? Infinity);
    insert.run([n, collectionId, version, id, Date.parse(publishedAt), publishedBy, note, content, place]);
  }
}
