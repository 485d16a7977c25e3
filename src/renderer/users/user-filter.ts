import { type UserKind, type UserSortKey, userKinds, userSortKeys } from "../../core/user.ts";
import { routeAddress } from "../api/client.ts";

/** What the list of users shows, and in what order. It is all in the address. */
export interface UserFilter {
  readonly kind?: UserKind | undefined;
  /** Text in the id, the fields or the labels. */
  readonly q?: string | undefined;
  readonly label?: string | undefined;
  /** A Tribe's id or key. */
  readonly tribe?: string | undefined;
  readonly sort?: UserSortKey | undefined;
  readonly order?: "asc" | "desc" | undefined;
}

/** The filter that an address has; what could be no filter is left out. */
export function readUserFilter(search: string): UserFilter {
  const query = new URLSearchParams(search);
  const text = (name: string) => query.get(name) || undefined;
  return {
    kind: userKinds.find((kind) => kind === query.get("kind")),
    q: text("q"),
    label: text("label"),
    tribe: text("tribe"),
    sort: userSortKeys.find((key) => key === query.get("sort") && key !== "id"),
    order: query.get("order") === "desc" ? "desc" : undefined,
  };
}

/** What of an address could be no filter, as it is written there. */
export function notUserFilters(search: string): readonly string[] {
  const query = new URLSearchParams(search);
  const known = { kind: userKinds, sort: userSortKeys, order: ["asc", "desc"] };
  return Object.entries<readonly string[]>(known).flatMap(([name, values]) => {
    const text = query.get(name) ?? "";
    return text === "" || values.includes(text) ? [] : [`${name}=${text}`];
  });
}

/** The filter as an address has it: empty, or from the question mark on. */
export const writeUserFilter = (filter: UserFilter): string => routeAddress("", {}, { ...filter });

/** Whether anything is left out of the list. */
export const isNarrowed = ({ kind, q, label, tribe }: UserFilter): boolean =>
  [kind, q, label, tribe].some((one) => one !== undefined);

/** The order after a column's head was pressed: the first press of a time shows the newest first. */
export function sortedBy(filter: UserFilter, key: UserSortKey): UserFilter {
  const { sort = "id", order = "asc" } = filter;
  const first = key === "id" ? "asc" : "desc";
  const next = sort !== key ? first : order === "asc" ? "desc" : "asc";
  return {
    ...filter,
    sort: key === "id" ? undefined : key,
    order: next === "asc" ? undefined : next,
  };
}
