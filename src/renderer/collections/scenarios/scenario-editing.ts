import type { FieldError } from "../../../core/problem.ts";
import type { CollectionContent } from "../../../core/publication.ts";
import { servedPart } from "../../model/changed-parts.ts";
import {
  addRow,
  changeRow,
  copyRow,
  insertRow,
  isDefaultRow,
  moveRow,
  type Row,
  withoutRow,
} from "../../model/scenario-rows.ts";
import type { ServedVersion } from "../use-served.ts";
import type { ServedRow } from "./Serves.tsx";

/** The scenarios of one Experience or Section in its editor. */
export interface ScenarioEditing<S> {
  readonly rows: readonly Row<S>[];
  readonly errors: readonly FieldError[];
  /** Gives whether the row is there to be changed. */
  readonly change: (id: string, change: (row: Row<S>) => Partial<Row<S>>, mark: string) => boolean;
  /** Gives the id of the new row. */
  readonly add: () => string;
  readonly copy: (id: string) => string | null;
  readonly move: (id: string, to: number) => void;
  /** Takes a row out; what comes back puts it in again where it was. */
  readonly remove: (id: string) => (() => void) | null;
}

/** Where scenarios are, and how they are changed. */
export interface ScenarioSource<S> {
  /** The newest rows, also between two renders. */
  readonly now: () => readonly Row<S>[];
  readonly edit: (rows: readonly Row<S>[], mark: string) => void;
  readonly errors: readonly FieldError[];
}

/** The edits of scenarios as edits of the object that has them. */
export function scenarioEditing<S>({ now, edit, errors }: ScenarioSource<S>): ScenarioEditing<S> {
  return {
    rows: now(),
    errors,
    change: (id, change, mark) => {
      const isThere = now().some((row) => row.id === id);
      if (isThere) edit(changeRow(now(), id, change), `${id}/${mark}`);
      return isThere;
    },
    add: () => {
      const made = addRow(now());
      edit(made.rows, `add/${made.id}`);
      return made.id;
    },
    copy: (id) => {
      const made = copyRow(now(), id);
      if (made !== null) edit(made.rows, `copy/${made.id}`);
      return made?.id ?? null;
    },
    move: (id, to) => {
      const rows = moveRow(now(), id, to);
      if (rows !== now()) edit(rows, `move/${Math.random()}`);
    },
    remove: (id) => {
      const place = now().findIndex((row) => row.id === id);
      const row = now()[place];
      if (row === undefined || isDefaultRow(now(), id)) return null;
      edit(withoutRow(now(), id), `remove/${id}`);
      return () => {
        // It may have come back another way: by a step back, say.
        if (!now().some((one) => one.id === id)) edit(insertRow(now(), row, place), `restore/${id}`);
      };
    },
  };
}

/** What an environment serves of one Experience or Section. */
export type ServedRows<S> =
  | Exclude<ServedRow<S>, { readonly phase: "ready" }>
  | {
      readonly phase: "ready";
      readonly version: number;
      /** None where that version does not have it. */
      readonly rows: readonly Row<S>[];
      readonly type: CollectionContent["types"][number] | undefined;
    };

/** The rows of a part in what is served. */
export function servedRows<S>(
  served: ServedVersion | null,
  version: number | null,
  part: { readonly id: string },
): ServedRows<S> {
  if (served === null || version === null) return { phase: "unpublished" };
  if (served.phase !== "ready") return { phase: served.phase, version };
  const found = servedPart(served.content, part);
  const typeId = found !== undefined && "typeId" in found ? found.typeId : null;
  return {
    phase: "ready",
    version,
    // The id says whether it is an Experience or a Section, and so what its rows serve.
    rows: (found?.scenarios ?? []) as unknown as readonly Row<S>[],
    type: served.content.types.find(({ id }) => id === typeId),
  };
}

/** One row of it. */
export function servedRow<S>(served: ServedRows<S>, id: string): ServedRow<S> {
  if (served.phase !== "ready") return served;
  const { version, rows, type } = served;
  return { phase: "ready", version, serve: rows.find((row) => row.id === id)?.serve ?? null, type };
}
