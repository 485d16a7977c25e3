import { RadioGroup } from "radix-ui";
import { useRef } from "react";
import type { Event } from "../../core/event.ts";
import { Radio } from "../parts/Radio.tsx";
import { type EventFilter, isFiltered } from "../stores/event-filter.ts";
import { type FilterPart, partsOf, typedPart, withoutPart } from "../stores/event-filter-part.ts";
import { FilterBox } from "./FilterBox.tsx";
import { FilterChip } from "./FilterChip.tsx";
import { TimeChip } from "./TimeChip.tsx";
import { useAddPart } from "./use-add-part.ts";
import { useChipEdit } from "./use-chip-edit.ts";

interface FilterBarProps {
  readonly filter: EventFilter;
  readonly onChange: (filter: EventFilter) => void;
  /** The newest rows, for what the box suggests. */
  readonly rows: () => readonly Event[];
}

const sameText = (a: FilterPart, b: FilterPart): boolean => typedPart(a) === typedPart(b);

const statuses = [
  { value: "all", name: "All" },
  { value: "accepted", name: "Accepted" },
  { value: "rejected", name: "Rejected" },
] as const;

/** What narrows the list: a box, its chips, and whether events were accepted. */
export function FilterBar({ filter, onChange, rows }: FilterBarProps) {
  const box = useRef<HTMLInputElement>(null);
  const parts = partsOf(filter);
  const { typed, setTyped, edited, edit, end } = useChipEdit(box);
  const add = useAddPart(filter, onChange);
  const remove = (part: FilterPart) => {
    if (edited !== null && sameText(edited, part)) end();
    onChange(withoutPart(filter, part));
    box.current?.focus();
  };
  return (
    <search className="inset chips filter-bar" aria-label="Filter events">
      {parts.map((part) => (
        <FilterChip
          key={`${part.field} ${part.value}`}
          part={part}
          isEdited={edited !== null && sameText(edited, part)}
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
        edits={edited !== null}
        onAdd={(part) => {
          end();
          add(part, edited);
        }}
        onCancel={end}
        onEmpty={() => {
          const last = parts.at(-1);
          if (edited !== null) remove(edited);
          else if (last !== undefined) edit(last);
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
          <Radio key={value} value={value}>
            {words}
          </Radio>
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
