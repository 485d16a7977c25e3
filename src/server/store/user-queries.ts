import type { User, UserKind } from "../../core/user.ts";
import type { PersonRef } from "../ingest/ingest-types.ts";
import type { UsersQuery } from "./messages.ts";
import type { DeviceFacts } from "./rule-messages.ts";
import type { Db } from "./schema.ts";
import { userFilter } from "./user-filter.ts";
import { deviceFacts, type UserRow, userColumns, userFromRow } from "./user-rows.ts";

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

  facts(n: number, { kind, id }: PersonRef): { user: User; device: DeviceFacts } | null {
    const row = this.db
      .prepare(`SELECT ${userColumns} FROM users WHERE n = ? AND known = ? AND id = ?`)
      .raw()
      .get(n, kind === "known" ? 1 : 0, id) as UserRow | undefined;
    return row === undefined ? null : { user: userFromRow(row), device: deviceFacts(row[8]) };
  }

  list(n: number, query: UsersQuery): User[] {
    const conditions = ["n = ?"];
    const values: (string | number)[] = [n];
    const add = (sql: string, ...more: (string | number)[]) => {
      conditions.push(sql);
      values.push(...more);
    };
    if (query.kind !== null) add("known = ?", query.kind === "known" ? 1 : 0);
    const filter = userFilter(query);
    add(filter.sql, ...filter.values);
    if (query.after !== null) {
      const known = query.after.kind === "known" ? 1 : 0;
      add("(known < ? OR (known = ? AND id > ?))", known, known, query.after.id);
    }
    const sql = `SELECT ${userColumns} FROM users WHERE ${conditions.join(" AND ")} ORDER BY ${order} LIMIT ?`;
    return (
      this.db
        .prepare(sql)
        .raw()
        .all([...values, query.limit]) as UserRow[]
    ).map(userFromRow);
  }
}
