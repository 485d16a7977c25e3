// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; these are the roles of an ARIA grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and points at its row (aria-activedescendant).
import { columnNames, type EventColumn } from "../stores/event-columns.ts";

/** The columns' names, which stay in sight. */
export function ListHead({ columns }: { readonly columns: readonly EventColumn[] }) {
  return (
    <div className="thead" role="row">
      {columns.map((column) => (
        <span key={column} role="columnheader" className={headClass[column]}>
          {columnNames[column]}
        </span>
      ))}
    </div>
  );
}

const headClass: Partial<Record<EventColumn, string>> = { sequence: "gutter", sdk: "col-sdk" };
