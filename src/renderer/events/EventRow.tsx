// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; these are the roles of an ARIA grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and points at its row (aria-activedescendant).

import { Pin, TriangleAlert } from "lucide-react";
import { memo } from "react";
import { type Event, metadataPairs } from "../../core/event.ts";
import { EventName } from "../parts/EventName.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Pairs } from "../parts/Pairs.tsx";
import { Who } from "../people/Who.tsx";
import { count, rowTime } from "../text/format.ts";
import type { EventColumn } from "./event-columns.ts";
import { refusal, sdkWords } from "./event-words.ts";

interface EventRowProps {
  readonly event: Event;
  readonly index: number;
  /** Pixels below the first row. */
  readonly top: number;
  readonly columns: readonly EventColumn[];
  readonly selected: boolean;
  readonly pinned: boolean;
  /** The platform's: with another one, times are written anew. */
  readonly day: string;
  readonly onSelect: (event: Event) => void;
}

/** One event on one line. A refused one says why where its metadata would be. */
export const EventRow = memo(function EventRow(props: EventRowProps) {
  const { event, index, top, columns, selected, pinned, onSelect } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and takes the keys for its rows.
    <div
      id={`event-${event.sequence}`}
      data-row={event.sequence}
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

interface EventCellProps {
  readonly column: EventColumn;
  readonly event: Event;
  readonly pinned: boolean;
}

/** What one column says of an event. */
function EventCell({ column, event, pinned }: EventCellProps) {
  switch (column) {
    case "sequence":
      return (
        <span className="gutter" role="gridcell">
          {pinned && <Pinned />}
          {count(event.sequence)}
        </span>
      );
    case "received":
      return <Time of={event.receivedAt} />;
    case "time":
      return <Time of={event.time} />;
    case "name":
      return <Name event={event} />;
    case "user":
      return (
        <span role="gridcell">
          <Who event={event} />
        </span>
      );
    case "metadata":
      return event.status === "rejected" ? <Reason event={event} /> : <Metadata event={event} />;
    case "session":
      return <Plain>{event.sessionId}</Plain>;
    case "experience":
      return <Plain>{event.experienceId}</Plain>;
    case "source":
      return <Plain>{event.source}</Plain>;
    case "sdk":
      return <Plain className="col-sdk">{sdkWords(event)}</Plain>;
  }
}

function Pinned() {
  return (
    <>
      <Icon of={Pin} size={12} className="pin-mark" />
      <span className="sr">pinned </span>
    </>
  );
}

const Time = ({ of: iso }: { readonly of: string }) => (
  <span className="mono muted truncate" role="gridcell">
    {rowTime(iso)}
  </span>
);

function Plain({
  children,
  className = "",
}: {
  readonly children: string | undefined;
  readonly className?: string;
}) {
  return (
    <span className={`mono muted truncate ${className}`} role="gridcell" title={children}>
      {children}
    </span>
  );
}

function Name({ event }: { readonly event: Event }) {
  return (
    <span className="truncate name" role="gridcell" title={event.name}>
      {event.status === "rejected" && <Icon of={TriangleAlert} size={14} className="lead-icon" />}
      <EventName name={event.name} />
    </span>
  );
}

function Reason({ event }: { readonly event: Event }) {
  return (
    <span className="truncate" role="gridcell" title={refusal(event)}>
      <span className="reason">{refusal(event)}</span>
    </span>
  );
}

function Metadata({ event }: { readonly event: Event }) {
  const pairs = metadataPairs(event.metadata);
  return (
    <span
      className="truncate pairs mono"
      role="gridcell"
      title={pairs.map(({ key, value }) => `${key}: ${value}`).join("\n")}
    >
      <Pairs of={pairs} />
    </span>
  );
}
