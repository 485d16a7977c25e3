import type { EnvironmentKey } from "../../../core/primitives.ts";
import type { Publication } from "../../../core/publication.ts";
import type { PublicationHistory, StoredPublication } from "../ports.ts";
import type { Queryable } from "./database.ts";

/** Adds versions to an environment's history; one that is there stays as it is. */
export async function recordPublications(
  client: Queryable,
  n: number,
  publications: readonly StoredPublication[],
): Promise<void> {
  await client.rows(
    `INSERT INTO understudy.publications (n, collection, version, published_at, publication, content)
     SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[]) ON CONFLICT DO NOTHING`,
    [
      n,
      publications.map(({ publication }) => publication.collectionId),
      publications.map(({ publication }) => publication.version),
      publications.map(({ publication }) => Date.parse(publication.publishedAt)),
      publications.map(({ publication }) => JSON.stringify(publication)),
      publications.map(({ content }) => content),
    ],
  );
}

/** Newest first; those of one instant by version, then by environment. `numbers`: of the environments that are asked about. */
export async function listPublications(
  client: Queryable,
  numbers: ReadonlyMap<EnvironmentKey, number>,
  {
    collectionId,
    before,
    limit,
  }: Pick<Parameters<PublicationHistory["list"]>[0], "collectionId" | "before" | "limit">,
): Promise<Publication[]> {
  const found: Publication[] = [];
  for (const [environment, n] of numbers) {
    const values: unknown[] = [n, collectionId, limit];
    let older = "";
    if (before !== null) {
      values.push(Date.parse(before.publishedAt), before.version, environment < before.environment);
      older = "AND (published_at, version, NOT $6::boolean) < ($4, $5, true)";
    }
    const rows = await client.rows<{ publication: string }>(
      `SELECT publication FROM understudy.publications WHERE n = $1 AND collection = $2 ${older}
       ORDER BY published_at DESC, version DESC LIMIT $3`,
      values,
    );
    found.push(...rows.map(({ publication }) => JSON.parse(publication) as Publication));
  }
  return found.sort(newestFirst).slice(0, limit);
}

function newestFirst(a: Publication, b: Publication): number {
  const [timeA, timeB] = [Date.parse(a.publishedAt), Date.parse(b.publishedAt)];
  return timeB - timeA || b.version - a.version || (a.environment < b.environment ? 1 : -1);
}

export async function findPublication(
  client: Queryable,
  n: number,
  collectionId: string,
  version: number,
): Promise<StoredPublication | null> {
  const [row] = await client.rows<{ publication: string; content: string }>(
    "SELECT publication, content FROM understudy.publications WHERE n = $1 AND collection = $2 AND version = $3",
    [n, collectionId, version],
  );
  return row === undefined ? null : { publication: JSON.parse(row.publication), content: row.content };
}

export async function latestVersion(client: Queryable, n: number, collectionId: string): Promise<number> {
  const [row] = await client.rows<{ version: number | null }>(
    "SELECT max(version) AS version FROM understudy.publications WHERE n = $1 AND collection = $2",
    [n, collectionId],
  );
  return row?.version ?? 0;
}
