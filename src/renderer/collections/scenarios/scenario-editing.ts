import type { FieldError } from "../../../core/problem.ts";
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

/** The scenarios of one Experience or Section in its editor. */
export interface ScenarioEditing<S> {
  readonly rows: readonly Row<S>[];
  readonly errors: readonly FieldError[];
  readonly change: (id: string, change: (row: Row<S>) => Partial<Row<S>>, mark: string) => void;
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
    change: (id, change, mark) => edit(changeRow(now(), id, change), `${id}/${mark}`),
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
      return () => edit(insertRow(now(), row, place), `restore/${id}`);
    },
  };
}
