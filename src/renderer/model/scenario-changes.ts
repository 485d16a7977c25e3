import { jsonEqual } from "../../core/publishing/json-equal.ts";
import type { Row } from "./scenario-rows.ts";

/** How a row stands to the one that is served: null where they are the same. */
export type RowChange = "new" | "changed" | "moved" | null;

/** How the rows of a draft differ from those that are served, by their ids. */
export function rowChanges(draft: readonly Row[], served: readonly Row[]): ReadonlyMap<string, RowChange> {
  const moved = movedIds(draft, served);
  return new Map(
    draft.map((row) => {
      const was = served.find(({ id }) => id === row.id);
      if (was === undefined) return [row.id, "new"];
      if (!jsonEqual(withoutUndefined(row), withoutUndefined(was))) return [row.id, "changed"];
      return [row.id, moved.has(row.id) ? "moved" : null];
    }),
  );
}

const withoutUndefined = (row: Row): unknown => JSON.parse(JSON.stringify(row));

/** Those that stand in another order among the rows that both have. */
function movedIds(draft: readonly Row[], served: readonly Row[]): ReadonlySet<string> {
  const ids = new Set(draft.map(({ id }) => id));
  const before = served.map(({ id }) => id).filter((id) => ids.has(id));
  const now = draft.map(({ id }) => id).filter((id) => before.includes(id));
  return new Set(now.filter((id, index) => before[index] !== id));
}

/** Says it: "changed since version 12". */
export function changeWords(change: RowChange, version: number): string {
  if (change === "new") return `not in version ${version}`;
  if (change === "moved") return `moved since version ${version}`;
  return change === "changed" ? `changed since version ${version}` : "";
}
