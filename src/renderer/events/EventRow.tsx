// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; these are the roles of an ARIA grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and points at its row (aria-activedescendant).
import { TriangleAlert } from "lucide-react";
import { memo } from "react";
import { type Event, metadataPairs } from "../../core/event.ts";
import { EventName } from "../parts/EventName.tsx";
import { Icon } from "../parts/Icon.tsx";
import { count, preciseTime } from "../text/format.ts";
import { refusal, sdkWords } from "./event-words.ts";
import { Who } from "./Who.tsx";

interface EventRowProps {
  readonly event: Event;
  readonly index: number;
  /** Pixels below the first row. */
  readonly top: number;
  readonly selected: boolean;
  readonly onSelect: (event: Event) => void;
}

/** One event on one line. A refused one says why where its metadata would be. */
export const EventRow = memo(function EventRow({ event, index, top, selected, onSelect }: EventRowProps) {
  const rejected = event.status === "rejected";
  const sdk = sdkWords(event);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and takes the keys for its rows.
    <div
      id={`event-${event.sequence}`}
      className={`trow ${rejected ? "is-rejected" : ""}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onSelect(event)}
    >
      <span className="gutter" role="gridcell">
        {count(event.sequence)}
      </span>
      <span className="mono muted" role="gridcell">
        {preciseTime(event.receivedAt)}
      </span>
      <span className="truncate name" role="gridcell" title={event.name}>
        {rejected && <Icon of={TriangleAlert} size={14} className="lead-icon" />}
        <EventName name={event.name} />
      </span>
      <span role="gridcell">
        <Who event={event} />
      </span>
      {rejected ? <Reason event={event} /> : <Pairs event={event} />}
      <span className="mono muted col-sdk truncate" role="gridcell" title={sdk}>
        {sdk}
      </span>
    </div>
  );
});

function Reason({ event }: { readonly event: Event }) {
  return (
    <span className="truncate" role="gridcell" title={refusal(event)}>
      <span className="reason">{refusal(event)}</span>
    </span>
  );
}

function Pairs({ event }: { readonly event: Event }) {
  const pairs = metadataPairs(event.metadata);
  return (
    <span
      className="truncate pairs mono"
      role="gridcell"
      title={pairs.map(({ key, value }) => `${key}: ${value}`).join("\n")}
    >
      {pairs.map(({ key, value }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pairs have fixed places, and their keys may repeat.
        <span key={place}>
          <i>{key}</i> {value}
        </span>
      ))}
    </span>
  );
}
