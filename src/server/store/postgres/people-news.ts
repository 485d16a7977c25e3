import { type PersonRef, personKey } from "../../../core/refs.ts";
import type { Queryable } from "./database.ts";
import { knownOf } from "./people-changes.ts";

/** How many people one change, or one look, names; where there are more, it says that many were changed. */
const mostNamed = 200;
/** How many changes an environment keeps, and after how many more the oldest leave. Who has missed some looks at everybody. */
const kept = 500;
const slack = 50;

/** The mark's lock orders commits: whoever has read a mark finds every change up to it. An environment that is dropped gets no mark anew. */
const telling = `WITH mark AS (
    INSERT INTO understudy.people_marks AS m (n, last)
    SELECT $1, 1 WHERE EXISTS (SELECT 1 FROM understudy.marks WHERE n = $1)
    ON CONFLICT (n) DO UPDATE SET last = m.last + 1 RETURNING last
  ), old AS (
    DELETE FROM understudy.people_changes AS c USING mark WHERE c.n = $1 AND last % ${slack} = 0 AND c.at <= last - ${kept}
  )
  INSERT INTO understudy.people_changes (n, at, known, id)
  SELECT $1, last, known, id FROM mark, unnest($2::smallint[], $3::text[]) AS t (known, id)`;

/**
 * Notes whom a transaction has changed, for the other servers. It is the transaction's last statement: the lock that it takes comes after
 * every other one.
 */
export async function tellOfPeople(
  client: Queryable,
  n: number,
  people: readonly PersonRef[],
): Promise<void> {
  if (people.length === 0) return;
  const isMany = people.length > mostNamed;
  const known = isMany ? [-1] : people.map(knownOf);
  await client.rows(telling, [n, known, isMany ? [""] : people.map(({ id }) => id)]);
}

/** Who was changed after one mark, through another; null: many were, or some of it is no longer kept. */
export async function changedPeople(
  client: Queryable,
  n: number,
  after: number,
  through: number,
): Promise<readonly PersonRef[] | null> {
  const rows = await client.rows<{ at: number; known: number; id: string }>(
    `SELECT at, known, id FROM understudy.people_changes WHERE n = $1 AND at > $2 AND at <= $3
     ORDER BY at LIMIT ${mostNamed + 1}`,
    [n, after, through],
  );
  const isMany = rows.length > mostNamed || rows.some(({ known }) => known < 0);
  if (isMany || rows[0]?.at !== after + 1) return null;
  const people = rows.map(({ known, id }): PersonRef => ({ kind: known === 1 ? "known" : "visitor", id }));
  return [...new Map(people.map((person) => [personKey(person), person])).values()];
}
