import type { User, UserSort } from "../../core/user.ts";
import type { UserPlace } from "./ports.ts";

export const byId: UserSort = { sort: "id", order: "asc" };

/** Where a user stands in a list. */
export function placeOf(user: User, { sort }: UserSort = byId): UserPlace {
  const time = sort === "id" ? null : user[sort];
  return { kind: user.kind, id: user.id, time: time === null ? null : Date.parse(time) };
}
