// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; these are the roles of an ARIA grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and points at its row (aria-activedescendant).
const columns = ["Time", "Event", "Who", "Metadata"] as const;

/** The columns' names, which stay in sight. */
export function ListHead() {
  return (
    <div className="thead" role="row">
      <span className="gutter" role="columnheader">
        No.
      </span>
      {columns.map((name) => (
        <span key={name} role="columnheader">
          {name}
        </span>
      ))}
      <span className="col-sdk" role="columnheader">
        SDK
      </span>
    </div>
  );
}
