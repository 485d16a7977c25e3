import { Problem } from "../../core/problem.ts";

/** A cursor says what came last, in a form that callers don't look into. */
export const cursorOf = (...parts: readonly string[]): string =>
  Buffer.from(JSON.stringify(parts)).toString("base64url");

/** @throws Problem invalid-query where it is not a cursor that we made */
export function readCursor(cursor: string | undefined, length: number): string[] | null {
  if (cursor === undefined) return null;
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Array.isArray(parts) && parts.length === length && parts.every((part) => typeof part === "string"))
      return parts;
  } catch {
    // Falls through to the one refusal below.
  }
  throw notOurs();
}

const notOurs = (): Problem =>
  new Problem("invalid-query", "The cursor is not from this list; start again without it.", {
    errors: [{ path: "/cursor", detail: "is not a cursor of this list" }],
  });

/** A cursor's number: a sequence or a position. @throws Problem invalid-query where it is none */
export function cursorNumber(text: string | undefined, absent: number): number {
  if (text === undefined) return absent;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw notOurs();
}

/**
 * One page of a list that is in memory. Its cursor is the last item's id; for when that is deleted before the next page is asked for,
 * the next item's; and for when both are, the last one's place.
 */
export function pageOf<T>(
  items: readonly T[],
  idOf: (item: T) => string,
  query: { limit: number; cursor?: string | undefined },
): { data: T[]; next: string | null } {
  const from = firstOf(items, idOf, query.cursor);
  const data = items.slice(from, from + query.limit);
  const last = data.at(-1);
  const following = items[from + query.limit];
  return {
    data,
    next:
      last !== undefined && following !== undefined
        ? cursorOf(idOf(last), idOf(following), String(from + query.limit - 1))
        : null,
  };
}

function firstOf<T>(items: readonly T[], idOf: (item: T) => string, cursor: string | undefined): number {
  const [last, following, place] = readCursor(cursor, 3) ?? [];
  const placeOf = (id: string | undefined) => items.findIndex((item) => idOf(item) === id);
  const before = last === undefined ? -1 : placeOf(last);
  if (before >= 0) return before + 1;
  const next = following === undefined ? -1 : placeOf(following);
  return next >= 0 ? next : cursorNumber(place, 0);
}
