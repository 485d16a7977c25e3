import { RadioGroup } from "radix-ui";
import { useRef, useState } from "react";
import type { Event } from "../../core/event.ts";
import { type EventFilter, isFiltered } from "../stores/event-filter.ts";
import { type FilterPart, partsOf, typedPart, withoutPart, withPart } from "../stores/event-filter-part.ts";
import { FilterBox } from "./FilterBox.tsx";
import { FilterChip } from "./FilterChip.tsx";
import { TimeChip } from "./TimeChip.tsx";

interface FilterBarProps {
  readonly filter: EventFilter;
  readonly onChange: (filter: EventFilter) => void;
  /** The newest rows, for what the box suggests. */
  readonly rows: () => readonly Event[];
}

const statuses = [
  { value: "all", name: "All" },
  { value: "accepted", name: "Accepted" },
  { value: "rejected", name: "Rejected" },
] as const;

/** What narrows the list: a box, its chips, and whether events were accepted. */
export function FilterBar({ filter, onChange, rows }: FilterBarProps) {
  const [typed, setTyped] = useState("");
  const box = useRef<HTMLInputElement>(null);
  const parts = partsOf(filter);
  const remove = (part: FilterPart) => {
    onChange(withoutPart(filter, part));
    box.current?.focus();
  };
  /** The chip's words go into the box; what is then entered is the new chip. */
  const edit = (part: FilterPart) => {
    setTyped(typedPart(part));
    remove(part);
  };
  return (
    <search className="inset chips filter-bar" aria-label="Filter events">
      {parts.map((part) => (
        <FilterChip
          key={`${part.field} ${part.value}`}
          part={part}
          onEdit={() => edit(part)}
          onRemove={() => remove(part)}
        />
      ))}
      <TimeChip filter={filter} onChange={onChange} />
      <FilterBox
        ref={box}
        typed={typed}
        onTyped={setTyped}
        rows={rows}
        onAdd={(part) => onChange(withPart(filter, part))}
        onBackspace={() => {
          const last = parts.at(-1);
          if (last !== undefined) edit(last);
        }}
      />
      <RadioGroup.Root
        className="seg"
        aria-label="Status"
        orientation="horizontal"
        value={filter.status ?? "all"}
        onValueChange={(value) =>
          onChange({ ...filter, status: value === "accepted" || value === "rejected" ? value : undefined })
        }
      >
        {statuses.map(({ value, name: words }) => (
          <RadioGroup.Item key={value} value={value}>
            {words}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      {isFiltered(filter) && (
        <button
          type="button"
          className="btn btn-sm btn-quiet"
          onClick={() => {
            onChange({});
            box.current?.focus();
          }}
        >
          Clear all
        </button>
      )}
    </search>
  );
}
