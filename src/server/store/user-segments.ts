import type { UserKind } from "../../core/user.ts";
import type { UserPlace, UsersQuery } from "./ports.ts";
import { byId } from "./user-places.ts";

/** People who are next to each other in a list, and their order. The next segment is read where one does not fill the page. */
interface UserSegment {
  /** The column with whose index they are in order; null for that of the ids. */
  readonly by: "created" | "last_seen" | null;
  readonly where: string;
  readonly values: readonly (string | number)[];
  readonly order: string;
}

const knownOf = (kind: UserKind): 0 | 1 => (kind === "known" ? 1 : 0);

/** The segments to read for a page, in this order. */
export function userSegments(query: Pick<UsersQuery, "kind" | "after" | "sort">): UserSegment[] {
  const { sort, order } = query.sort ?? byId;
  const direction = order === "asc" ? { word: "ASC", beyond: ">" } : { word: "DESC", beyond: "<" };
  return sort === "id" ? idSegments(query, direction) : timeSegments(query, timeColumns[sort], direction);
}

interface Direction {
  readonly word: string;
  readonly beyond: string;
}
type Asked = Pick<UsersQuery, "kind" | "after">;

/** Users, then visitors. */
function idSegments({ kind, after }: Asked, { word, beyond }: Direction): UserSegment[] {
  const kinds: UserKind[] = after?.kind === "visitor" ? ["visitor"] : ["known", "visitor"];
  return kinds
    .filter((one) => kind === null || one === kind)
    .map((one) => {
      const starts = after?.kind === one ? { where: ` AND id ${beyond} ?`, values: [after.id] } : none;
      return {
        by: null,
        where: `known = ?${starts.where}`,
        values: [knownOf(one), ...starts.values],
        order: `id ${word}`,
      };
    });
}

const timeColumns = { createdAt: "created", lastSeenAt: "last_seen" } as const;
const none = { where: "", values: [] as (string | number)[] };

/** Those who have a time, then those who have none. */
function timeSegments(
  { kind, after }: Asked,
  column: (typeof timeColumns)[keyof typeof timeColumns],
  { word, beyond }: Direction,
): UserSegment[] {
  const ofKind = kind === null ? none : { where: " AND known = ?", values: [knownOf(kind)] };
  const segment = (is: string, columns: readonly string[], place: readonly (string | number)[] | null) => ({
    by: column,
    where: `${column} ${is}${ofKind.where}${place === null ? "" : ` AND (${columns.join(", ")}) ${beyond} (${place.map(() => "?").join(", ")})`}`,
    values: [...ofKind.values, ...(place ?? [])],
    order: columns.map((name) => `${name} ${word}`).join(", "),
  });
  const timed = segment("IS NOT NULL", [column, "known", "id"], startOf(after, true));
  // Everybody was created some time.
  if (column === "created") return [timed];
  const untimed = segment("IS NULL", ["known", "id"], startOf(after, false));
  return after !== null && after.time === null ? [untimed] : [timed, untimed];
}

/** The place within those who have a time, or have none; null where the page does not start among them. */
function startOf(after: UserPlace | null, timed: boolean): (string | number)[] | null {
  if (after === null || (after.time !== null) !== timed) return null;
  const person = [knownOf(after.kind), after.id];
  return after.time === null ? person : [after.time, ...person];
}
