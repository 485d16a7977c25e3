import { X } from "lucide-react";
import { Icon } from "../parts/Icon.tsx";
import type { EventFilter } from "../stores/event-filter.ts";
import { timeRangeWords } from "./event-words.ts";

interface TimeChipProps {
  readonly filter: EventFilter;
  readonly onChange: (filter: EventFilter) => void;
}

/** The chosen time as a chip; it is changed in the chart. */
export function TimeChip({ filter, onChange }: TimeChipProps) {
  if (filter.from === undefined && filter.to === undefined) return null;
  return (
    <span className="chip">
      <span className="time-words">
        <span className="k">Time</span> <span className="v num">{timeRangeWords(filter)}</span>
      </span>
      <button
        type="button"
        className="x"
        aria-label="Remove filter: time"
        onClick={() => onChange({ ...filter, from: undefined, to: undefined })}
      >
        <Icon of={X} size={12} />
      </button>
    </span>
  );
}
