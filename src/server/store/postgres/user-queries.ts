import type { User, UserKind } from "../../../core/user.ts";
import type { UsersFound, UsersQuery } from "../ports.ts";
import { foldCase, isAscii, regexOf, type Sought, soughtIn, sqlWithoutEscapes } from "../text-search.ts";
import { UserPage } from "../user-page.ts";
import { type UserRow, userFromRow } from "../user-record.ts";
import { userSegments } from "../user-segments.ts";
import type { Queryable } from "./database.ts";
import { type UserRecord, userColumns, userRow } from "./people-changes.ts";

/** How many rows are in memory at once, whatever their size. */
const atOnce = 16;
/** How many people one answer to a search looks at. */
const lookedAt = 5_000;

/** Where a user and a visitor share an id: the user, unless one of them is asked for. */
export async function findUser(
  client: Queryable,
  n: number,
  id: string,
  kind: UserKind | null,
): Promise<User | null> {
  const known = kind === null ? [1, 0] : [kind === "known" ? 1 : 0];
  const [row] = await client.rows<UserRecord>(
    `SELECT ${userColumns} FROM understudy.users WHERE n = $1 AND known = ANY ($2) AND id = $3 ORDER BY known DESC LIMIT 1`,
    [n, known, id.replaceAll("\0", "\ufffd")],
  );
  return row === undefined ? null : userFromRow(userRow(row));
}

/** One page; less of it where the users are large, or where many had to be looked at to find few. */
export async function listUsers(client: Queryable, n: number, query: UsersQuery): Promise<UsersFound> {
  const page = new UserPage(query.sort);
  let { after } = query;
  for (;;) {
    const limit = Math.min(atOnce, query.limit - page.length);
    const { rows, stopped } = await part(client, n, { ...query, after, limit });
    for (const row of rows) if (!page.take(row)) return page.cut();
    if (page.length >= query.limit) return page.cut();
    if (stopped !== null) return page.cut(stopped);
    if (rows.length < limit) return page.whole();
    after = page.cut().through;
  }
}

/** A condition on rows of `users`. `first`: the number of its first parameter. */
export function userFilter({ q, label }: Pick<UsersQuery, "q" | "label">, first: number) {
  const parts: string[] = [];
  const values: string[] = [];
  const value = (text: string) => `$${first + values.push(text.replaceAll("\0", "\ufffd")) - 1}`;
  if (q !== null) {
    parts.push(`(${has("id", q, value)} OR ${inFields(soughtIn(q), value)})`);
  }
  // What JSON escapes as a number may be what PostgreSQL's own JSON can't hold: that is looked for as text.
  if (label !== null) {
    const quoted = value(JSON.stringify(label));
    parts.push(
      `CASE WHEN strpos(labels, chr(92) || 'u') > 0 THEN strpos(labels, ${quoted}) > 0 ELSE jsonb_exists(labels::jsonb, ${value(label)}) END`,
    );
  }
  return { sql: parts.length === 0 ? "true" : parts.join(" AND "), values, isAny: parts.length > 0 };
}

/** In the byte order's collation, `lower` takes ASCII capitals for small letters, and them alone. */
export const has = (column: string, text: string, value: (one: string) => string): string =>
  isAscii(text)
    ? `strpos(lower(${column}), ${value(foldCase(text))}) > 0`
    : `${column} ~ ${value(regexOf(text))}`;

/**
 * The fields' JSON is searched as it is, and looked at closely only where its marks or escapes could be taken for the text: with each
 * escape one character, every quote begins or ends a text.
 */
function inFields({ json, plain, hasMark }: Sought, value: (one: string) => string): string {
  const quick = has("fields", json, value);
  const fields = sqlWithoutEscapes("fields", "chr");
  if (!hasMark) return `(${quick} AND (strpos(fields, chr(92)) = 0 OR ${has(fields, plain, value)}))`;
  return `(${quick} AND ${fields} ~ ${value(`^([^"]*"[^"]*")*[^"]*"[^"]*${regexOf(plain)}`)})`;
}

/** Of a search only the first people of a segment are looked at; `stopped` is where that ended before the limit was reached. */
async function part(
  client: Queryable,
  n: number,
  query: UsersQuery,
): Promise<{ rows: UserRow[]; stopped: UserRow | null }> {
  const rows: UserRow[] = [];
  for (const { where, values, order } of userSegments(query)) {
    let place = 1;
    const of = `FROM understudy.users WHERE n = $1 AND ${where.replaceAll("?", () => `$${++place}`)} ORDER BY ${order}`;
    const first = [n, ...values];
    const read = async (sql: string, more: readonly unknown[]) =>
      (await client.rows<UserRecord>(sql, [...first, ...more])).map(userRow);
    const limit = query.limit - rows.length;
    const filter = userFilter(query, place + 3);
    if (!filter.isAny) rows.push(...(await read(`SELECT ${userColumns} ${of} LIMIT $${place + 1}`, [limit])));
    else {
      const [last = null] = await read(`SELECT ${userColumns} ${of} LIMIT 1 OFFSET $${place + 1}`, [
        lookedAt - 1,
      ]);
      const found = `SELECT ${userColumns} FROM (SELECT ${userColumns} ${of} LIMIT $${place + 1}) AS u WHERE ${filter.sql} ORDER BY ${order} LIMIT $${place + 2}`;
      rows.push(...(await read(found, [lookedAt, limit, ...filter.values])));
      if (rows.length < query.limit && last !== null) return { rows, stopped: last };
    }
    if (rows.length >= query.limit) break;
  }
  return { rows, stopped: null };
}
