import type { ComponentProps, ReactNode } from "react";

/** What a column is called; for those who listen alone where `unseen`. */
type ColumnName = string | { readonly unseen: string };

interface ColumnHeadsProps {
  readonly of: readonly ColumnName[];
  /** More heads, behind these. */
  readonly children?: ReactNode;
}

/** The heads of a table's columns. */
export function ColumnHeads({ of, children }: ColumnHeadsProps) {
  return (
    <thead>
      <tr>
        {of.map((name) =>
          typeof name === "string" ? (
            <th scope="col" key={name}>
              {name}
            </th>
          ) : (
            <th scope="col" key={name.unseen}>
              <span className="sr">{name.unseen}</span>
            </th>
          ),
        )}
        {children}
      </tr>
    </thead>
  );
}

interface TableProps extends ComponentProps<"table"> {
  readonly heads: readonly ColumnName[];
}

/** A table: the heads of its columns, and its rows. */
export const Table = ({ heads, children, ...table }: TableProps) => (
  <table {...table}>
    <ColumnHeads of={heads} />
    <tbody>{children}</tbody>
  </table>
);
