import { Problem } from "../../core/problem.ts";
import type { UserKind, UserSort } from "../../core/user.ts";
import { cursorOf, readCursor } from "../http/page-of.ts";
import type { UserPlace } from "../store/ports.ts";

/** The cursor after a place. It names its order: in another one it would lead to another place. */
export const userCursor = ({ kind, id, time }: UserPlace, { sort, order }: UserSort): string =>
  cursorOf(sort, order, kind, id, sort === "id" || time === null ? "" : new Date(time).toISOString());

/** @throws Problem invalid-query where it is not one of a list in this order */
export function readUserCursor(cursor: string | undefined, { sort, order }: UserSort): UserPlace | null {
  const parts = readCursor(cursor, 5);
  if (parts === null) return null;
  const [sortedBy, direction, kind, id = "", time] = parts;
  const ms = time === "" ? null : Date.parse(time ?? "");
  const isKind = kind === "known" || kind === "visitor";
  if (sortedBy !== sort || direction !== order || !isKind || Number.isNaN(ms)) throw notOfThisList();
  return { kind: kind satisfies UserKind, id, time: ms };
}

const notOfThisList = (): Problem =>
  new Problem("invalid-query", "The cursor is from a list in another order; start again without it.", {
    errors: [{ path: "/cursor", detail: "is not a cursor of this list" }],
  });
