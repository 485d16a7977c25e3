import type { User, UserSort } from "../../core/user.ts";
import { answerSize, type UsersFound } from "./ports.ts";
import { placeOf } from "./user-places.ts";
import { type UserRow, userFromRow } from "./user-record.ts";

/** Fills a page until its users are too large together for one answer. */
export class UserPage {
  private readonly sort: UserSort | undefined;
  private readonly users: User[] = [];
  private size = 0;

  constructor(sort: UserSort | undefined) {
    this.sort = sort;
  }

  get length(): number {
    return this.users.length;
  }

  /** Takes a user, or gives false where the page is full. */
  take(row: UserRow): boolean {
    const size = row[2].length + row[3].length;
    if (this.users.length > 0 && this.size + size > answerSize) return false;
    this.size += size;
    this.users.push(userFromRow(row));
    return true;
  }

  /** The page, where more may follow: after its last user, unless more were looked at. */
  cut(lookedAt?: UserRow): UsersFound {
    const last = lookedAt === undefined ? this.users.at(-1) : userFromRow(lookedAt);
    return { ...this.whole(), through: last === undefined ? null : placeOf(last, this.sort) };
  }

  whole(): UsersFound {
    return { users: this.users, size: this.size, through: null };
  }
}
