import { jsonEqual } from "../../core/publishing/json-equal.ts";
import type { ExperienceScenario, Schedule } from "../../core/scenario.ts";
import { copyName, withEnd } from "../text/too-long.ts";

export type Audience = NonNullable<ExperienceScenario["audience"]>;

/** One row of targeting, of an Experience or of a Section. The last of its rows is the default: it has no targeting. */
export interface Row<S = unknown> {
  readonly id: string;
  readonly name: string;
  readonly audience?: Audience | undefined;
  readonly rollout?: number | undefined;
  readonly schedule?: Schedule | null | undefined;
  readonly serve: S;
}

export const everyone: Audience = { kind: "everyone", anyOf: [], noneOf: [] };

/** A name that no row has: "New scenario", "New scenario 2" … */
export function freeName(rows: readonly { readonly name: string }[], wanted: string): string {
  const taken = new Set(rows.map(({ name }) => name));
  if (!taken.has(wanted)) return wanted;
  let n = 2;
  while (taken.has(withEnd(wanted, ` ${n}`))) n += 1;
  return withEnd(wanted, ` ${n}`);
}

/** Puts a row before another place, but never behind the default. */
export function insertRow<S>(rows: readonly Row<S>[], row: Row<S>, place: number): Row<S>[] {
  return rows.toSpliced(Math.max(0, Math.min(place, rows.length - 1)), 0, row);
}

/** A new row for everyone right before the default, serving what the default serves. */
export function addRow<S>(rows: readonly Row<S>[]): { readonly rows: Row<S>[]; readonly id: string } {
  const last = rows.at(-1);
  if (last === undefined) return { rows: [], id: "" };
  const row: Row<S> = {
    id: newScenarioId(),
    name: freeName(rows, "New scenario"),
    audience: everyone,
    rollout: 100,
    schedule: null,
    serve: structuredClone(last.serve),
  };
  return { rows: rows.toSpliced(-1, 0, row), id: row.id };
}

/** A copy of a row right behind it; a copy of the default is a row for everyone before it. */
export function copyRow<S>(
  rows: readonly Row<S>[],
  id: string,
): { readonly rows: Row<S>[]; readonly id: string } | null {
  const at = rows.findIndex((row) => row.id === id);
  const row = rows[at];
  if (row === undefined) return null;
  const copy: Row<S> = {
    audience: everyone,
    rollout: 100,
    schedule: null,
    ...structuredClone(row),
    id: newScenarioId(),
    name: freeName(rows, copyName(row.name)),
  };
  const place = at === rows.length - 1 ? at : at + 1;
  return { rows: rows.toSpliced(place, 0, copy), id: copy.id };
}

/** Without a row; the default stays. */
export const withoutRow = <S>(rows: readonly Row<S>[], id: string): Row<S>[] =>
  rows.filter((row, index) => row.id !== id || index === rows.length - 1);

/** A row at another place among those with targeting; unchanged where it cannot go there. */
export function moveRow<S>(rows: readonly Row<S>[], id: string, to: number): readonly Row<S>[] {
  const from = rows.findIndex((row) => row.id === id);
  const last = rows.length - 1;
  const row = rows[from];
  if (row === undefined || from === last || to < 0 || to >= last || to === from) return rows;
  return rows.toSpliced(from, 1).toSpliced(to, 0, row);
}

/** A row with some members changed. */
export const changeRow = <S>(
  rows: readonly Row<S>[],
  id: string,
  change: (row: Row<S>) => Partial<Row<S>>,
): Row<S>[] => rows.map((row) => (row.id === id ? { ...row, ...change(row) } : row));

export const isDefaultRow = (rows: readonly Row[], id: string): boolean => rows.at(-1)?.id === id;

/** Whether a row takes everyone, so that none below it is asked. */
export const takesAll = ({ audience = everyone, rollout = 100, schedule }: Row): boolean =>
  audience.kind === "everyone" &&
  audience.anyOf.length + audience.noneOf.length === 0 &&
  rollout === 100 &&
  schedule == null;

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const length = 16;

/** An id of a new scenario, like those that the server makes; it keeps what it is given. */
function newScenarioId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return `scn_${[...bytes].map((byte) => letters[byte % letters.length]).join("")}`;
}

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
