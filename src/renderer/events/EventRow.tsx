// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; these are the roles of an ARIA grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and points at its row (aria-activedescendant).
import { memo } from "react";
import type { Event } from "../../core/event.ts";
import type { EventColumn } from "../stores/event-columns.ts";
import { EventCell } from "./EventCell.tsx";

interface EventRowProps {
  readonly event: Event;
  readonly index: number;
  /** Pixels below the first row. */
  readonly top: number;
  readonly columns: readonly EventColumn[];
  readonly selected: boolean;
  readonly pinned: boolean;
  readonly onSelect: (event: Event) => void;
}

/** One event on one line. A refused one says why where its metadata would be. */
export const EventRow = memo(function EventRow(props: EventRowProps) {
  const { event, index, top, columns, selected, pinned, onSelect } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and takes the keys for its rows.
    <div
      id={`event-${event.sequence}`}
      className={event.status === "rejected" ? "trow is-rejected" : "trow"}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onSelect(event)}
    >
      {columns.map((column) => (
        <EventCell key={column} column={column} event={event} pinned={pinned} />
      ))}
    </div>
  );
});
