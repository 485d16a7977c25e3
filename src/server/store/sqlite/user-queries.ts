import type { User, UserKind } from "../../../core/user.ts";
import type { UsersFound, UsersQuery } from "../ports.ts";
import { UserPage } from "../user-page.ts";
import { type UserRow, userFromRow } from "../user-record.ts";
import { userSegments } from "../user-segments.ts";
import { type Db, prepared } from "./schema.ts";
import { allUsers, type UserFilter, userFilter } from "./user-filter.ts";
import { namedByEvents, readUser, type Unseen, userColumns, userReadColumns } from "./user-rows.ts";

export class UserQueries {
  private readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }

  /** Also somebody whom only events have named: at once, whether or not users were made of these. */
  one(n: number, id: string, kind: UserKind | null): User | null {
    const knowns = kind === null ? [1, 0] : [kind === "known" ? 1 : 0];
    for (const known of knowns) {
      const row = readUser(
        prepared(this.db, `SELECT ${userReadColumns} FROM users WHERE n = ? AND known = ? AND id = ?`).get(
          n,
          known,
          id,
        ),
      );
      const found = row ?? namedByEvents(this.db, this.unseen(n), known, id);
      if (found !== undefined) return userFromRow(found);
    }
    return null;
  }

  private unseen(n: number): Unseen {
    const [seenThrough, lastSequence] = prepared(
      this.db,
      "SELECT seen_through, last_sequence FROM environments WHERE n = ?",
    ).get(n) as [number, number];
    return { n, seenThrough, lastSequence };
  }

  /** One page; less of it where the users are large, or where many had to be looked at to find few. */
  list(n: number, query: UsersQuery): UsersFound {
    const filter = userFilter(query);
    const page = new UserPage(query.sort);
    let { after } = query;
    for (;;) {
      const limit = Math.min(atOnce, query.limit - page.length);
      const { rows, stopped } = this.part(n, { ...query, after, limit }, filter);
      for (const row of rows) if (!page.take(row)) return page.cut();
      if (page.length >= query.limit) return page.cut();
      if (stopped !== null) return page.cut(stopped);
      if (rows.length < limit) return page.whole();
      after = page.cut().through;
    }
  }

  /** Of a search only the first people of a segment are looked at; `stopped` is where that ended before the limit was reached. */
  private part(n: number, query: UsersQuery, filter: UserFilter) {
    const rows: UserRow[] = [];
    for (const { by, where, values, order } of userSegments(query)) {
      const from = by === null ? "users" : `users INDEXED BY users_by_${by}`;
      const of = `FROM ${from} WHERE n = ? AND ${where} ORDER BY ${order}`;
      const read = (sql: string, more: readonly (string | number)[]) =>
        this.db
          .prepare(sql)
          .raw()
          .all([n, ...values, ...more])
          .map((row) => readUser(row) as UserRow);
      const limit = query.limit - rows.length;
      if (filter === allUsers) rows.push(...read(`SELECT ${userReadColumns} ${of} LIMIT ?`, [limit]));
      else {
        const [last = null] = read(`SELECT ${userReadColumns} ${of} LIMIT 1 OFFSET ?`, [lookedAt - 1]);
        const found = `SELECT ${userReadColumns} FROM (SELECT ${userColumns} ${of} LIMIT ?) WHERE ${filter.sql} LIMIT ?`;
        rows.push(...read(found, [lookedAt, ...filter.values, limit]));
        if (rows.length < query.limit && last !== null) return { rows, stopped: last };
      }
      if (rows.length >= query.limit) break;
    }
    return { rows, stopped: null };
  }
}

/** How many rows are in memory at once, whatever their size. */
const atOnce = 16;
/** How many people one answer to a search looks at. */
const lookedAt = 5_000;
