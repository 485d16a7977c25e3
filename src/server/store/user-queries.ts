import type { User, UserKind } from "../../core/user.ts";
import type { UsersQuery } from "./messages.ts";
import type { Db } from "./schema.ts";
import { userFilter } from "./user-filter.ts";
import { userSegments } from "./user-pages.ts";
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

  list(n: number, query: UsersQuery): User[] {
    const filter = userFilter(query);
    const found: UserRow[] = [];
    for (const { from, where, values, order } of userSegments(query)) {
      const sql = `SELECT ${userColumns} FROM ${from} WHERE n = ? AND ${where} AND ${filter.sql} ORDER BY ${order} LIMIT ?`;
      const limit = query.limit - found.length;
      if (limit > 0) found.push(...this.rows(sql, [n, ...values, ...filter.values, limit]));
    }
    return found.map(userFromRow);
  }

  private rows(sql: string, values: readonly (string | number)[]): UserRow[] {
    return this.db
      .prepare(sql)
      .raw()
      .all([...values]) as UserRow[];
  }
}
