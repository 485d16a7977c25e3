// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; these are the roles of an ARIA grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and points at its row (aria-activedescendant).
import type { ReactNode } from "react";

interface UserRowProps {
  readonly index: number;
  /** Pixels below the first row. */
  readonly top: number;
  readonly selected: boolean;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** Somebody on one line. */
export function UserRow({ index, top, selected, onOpen, children }: UserRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and takes the keys for its rows.
    <div
      id={`user-row-${index}`}
      className="trow user-cols"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onOpen}
    >
      {children}
    </div>
  );
}
