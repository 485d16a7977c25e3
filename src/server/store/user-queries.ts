import type { User, UserKind } from "../../core/user.ts";
import type { UsersFound, UsersQuery } from "./messages.ts";
import type { Db } from "./schema.ts";
import { allUsers, type UserFilter, userFilter } from "./user-filter.ts";
import { UserPage, type UserSegment, userSegments } from "./user-pages.ts";
import { type UserRow, userColumns, userFromRow } from "./user-rows.ts";

/** Known users first, then visitors, each by id. */
const order = "known DESC, id";

export class UserQueries {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  one(n: number, id: string, kind: UserKind | null): User | null {
    const row = this.db
      .prepare(
        `SELECT ${userColumns} FROM users WHERE n = ? AND known IN (?, ?) AND id = ? ORDER BY ${order} LIMIT 1`,
      )
      .raw()
      .get(n, kind === "visitor" ? 0 : 1, kind === "known" ? 1 : 0, id) as UserRow | undefined;
    return row === undefined ? null : userFromRow(row);
  }

  /** One page; less of it where the users are large, or where many had to be looked at to find few. */
  list(n: number, query: UsersQuery): UsersFound {
    const filter = userFilter(query);
    const page = new UserPage(query.sort);
    for (const segment of userSegments(query)) {
      const { last, rows } = this.stretch(n, segment, filter, query.limit - page.length);
      for (const row of rows) if (!page.take(row)) return page.cut();
      if (page.length >= query.limit) return page.cut();
      if (last !== null) return page.cut(last);
    }
    return page.whole();
  }

  /** Those of a segment that match; of a search only the first people are looked at, and `last` is where it stopped. */
  private stretch(n: number, { from, where, values, order }: UserSegment, filter: UserFilter, limit: number) {
    const of = `FROM ${from} WHERE n = ? AND ${where} ORDER BY ${order}`;
    const rows = (sql: string, more: readonly (string | number)[]) =>
      this.db
        .prepare(sql)
        .raw()
        .iterate([n, ...values, ...more]) as Iterable<UserRow>;
    if (filter === allUsers)
      return { last: null, rows: rows(`SELECT ${userColumns} ${of} LIMIT ?`, [limit]) };
    const [last = null] = rows(`SELECT ${userColumns} ${of} LIMIT 1 OFFSET ?`, [lookedAt - 1]);
    const found = `SELECT ${userColumns} FROM (SELECT ${userColumns} ${of} LIMIT ?) WHERE ${filter.sql} LIMIT ?`;
    return { last, rows: rows(found, [lookedAt, ...filter.values, limit]) };
  }
}

/** How many people one answer to a search looks at: some 15 ms. */
const lookedAt = 5_000;
