import type { EnvironmentKey } from "../../../core/primitives.ts";
import type { Publication } from "../../../core/publication.ts";
import {
  type PublicationBatch,
  type PublicationHistory,
  publicationPlace,
  type StoredPublication,
} from "../ports.ts";
import type { Database, Queryable } from "./database.ts";
import { holdSpace } from "./environments.ts";

/**
 * Adds versions to an environment's history; one that is there stays as it is. `among`: the environments whose publications
 * they come behind. One server at a time gives places within a Space. The server that made a version first may still come
 * second: then its version stands right before the next one, and of two in one place the higher version is the later.
 */
export async function recordPublications(
  database: Database,
  { environment, publications }: PublicationBatch,
  n: number,
  among: readonly number[],
): Promise<void> {
  const collections = publications.map(({ publication }) => publication.collectionId);
  const versions = publications.map(({ publication }) => publication.version);
  await database.transaction(async (client) => {
    await holdSpace(client, environment.spaceId);
    const last = new Map<string, number>();
    for (const one of among) {
      const newest = await client.rows<{ collection: string; place: number }>(
        `SELECT collection, max(place) AS place FROM understudy.publications WHERE n = $1 AND collection = ANY($2::text[])
         GROUP BY collection`,
        [one, collections],
      );
      for (const { collection, place } of newest)
        last.set(collection, Math.max(place, last.get(collection) ?? 0));
    }
    const above = await client.rows<{ place: number | null }>(
      `SELECT (SELECT min(place) FROM understudy.publications AS p
         WHERE p.n = $1 AND p.collection = o.collection AND p.version > o.version) AS place
       FROM unnest($2::text[], $3::bigint[]) WITH ORDINALITY AS o (collection, version, at) ORDER BY at`,
      [n, collections, versions],
    );
    const places = publications.map(({ publication: { publishedAt, collectionId } }, at) => {
      const behind = last.get(collectionId) ?? 0;
      const place = Math.min(publicationPlace(publishedAt, behind), above[at]?.place ?? Infinity);
      last.set(collectionId, Math.max(place, behind));
      return place;
    });
    await client.rows(
      `INSERT INTO understudy.publications (n, collection, version, published_at, publication, content, place)
       SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bigint[])
       ON CONFLICT DO NOTHING`,
      [
        n,
        collections,
        versions,
        publications.map(({ publication }) => Date.parse(publication.publishedAt)),
        publications.map(({ publication }) => JSON.stringify(publication)),
        publications.map(({ content }) => content),
        places,
      ],
    );
  });
}

/** The one made last first. `numbers`: of the environments of the Space. */
export async function listPublications(
  client: Queryable,
  numbers: ReadonlyMap<EnvironmentKey, number>,
  { collectionId, environment, before, limit }: Parameters<PublicationHistory["list"]>[0],
): Promise<Publication[]> {
  const behind =
    before === null
      ? null
      : await placeOf(client, numbers.get(before.environment), collectionId, before.version);
  if (before !== null && behind === null) return [];
  const found: (Publication & { readonly place: number })[] = [];
  for (const [key, n] of numbers) {
    if (environment !== null && key !== environment) continue;
    const values: unknown[] = [n, collectionId, limit];
    let older = "";
    if (before !== null) {
      values.push(behind, before.version, key < before.environment);
      older = "AND (place, version, NOT $6::boolean) < ($4, $5, true)";
    }
    const rows = await client.rows<{ publication: string; place: number }>(
      `SELECT publication, place FROM understudy.publications WHERE n = $1 AND collection = $2 ${older}
       ORDER BY place DESC, version DESC LIMIT $3`,
      values,
    );
    found.push(...rows.map(({ publication, place }) => ({ ...JSON.parse(publication), place })));
  }
  const newest = found.sort(lastMadeFirst).slice(0, limit);
  return newest.map(({ place: _, ...publication }) => publication);
}

function lastMadeFirst(a: Publication & { place: number }, b: Publication & { place: number }): number {
  return b.place - a.place || b.version - a.version || (a.environment < b.environment ? 1 : -1);
}

async function placeOf(
  client: Queryable,
  n: number | undefined,
  collectionId: string,
  version: number,
): Promise<number | null> {
  const [row] = await client.rows<{ place: number }>(
    "SELECT place FROM understudy.publications WHERE n = $1 AND collection = $2 AND version = $3",
    [n ?? 0, collectionId, version],
  );
  return row?.place ?? null;
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
