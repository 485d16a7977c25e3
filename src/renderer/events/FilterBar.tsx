import { type RefObject, useRef, useState } from "react";
import type { Event } from "../../core/event.ts";
import { useConsole } from "../page/console-context.ts";
import { Button } from "../parts/Button.tsx";
import { FilterChip } from "../parts/FilterChip.tsx";
import { Seg } from "../parts/Radio.tsx";
import { say } from "../stores/toasts-store.ts";
import { type EventFilter, isFiltered } from "./event-filter.ts";
import {
  type FilterPart,
  madeWay,
  partsOf,
  partTexts,
  typedPart,
  withoutPart,
  withPart,
} from "./event-filter-part.ts";
import { timeRangeWords } from "./event-words.ts";
import { FilterBox } from "./FilterBox.tsx";

interface FilterBarProps {
  readonly filter: EventFilter;
  readonly onChange: (filter: EventFilter) => void;
  /** The newest rows, for what the box suggests. */
  readonly rows: () => readonly Event[];
}

const sameText = (a: FilterPart | null, b: FilterPart): boolean =>
  a !== null && typedPart(a) === typedPart(b);

const statuses = [
  ["all", "All"],
  ["accepted", "Accepted"],
  ["rejected", "Rejected"],
] as const;

/** What narrows the list: a box, its chips, and whether events were accepted. */
export function FilterBar({ filter, onChange, rows }: FilterBarProps) {
  const box = useRef<HTMLInputElement>(null);
  const parts = partsOf(filter);
  const { typed, setTyped, edited, edit, end } = useChipEdit(box);
  const add = useAddParts(filter, onChange);
  const remove = (part: FilterPart) => {
    if (sameText(edited, part)) end();
    onChange(withoutPart(filter, part));
    box.current?.focus();
  };
  return (
    <search className="inset chips filter-bar" aria-label="Filter events">
      {parts.map((part) => {
        const [name, value] = partTexts(part);
        return (
          <FilterChip
            key={`${part.field} ${part.value}`}
            name={name}
            value={value === "" ? "empty" : value}
            code
            removeLabel={`Remove filter: ${name.toLowerCase()} ${value}`}
            onRemove={() => remove(part)}
            edit={{
              title: `${name}: ${value}. Change it`,
              isOpen: sameText(edited, part),
              onEdit: () => edit(part),
            }}
          />
        );
      })}
      {(filter.from ?? filter.to) !== undefined && (
        <FilterChip
          name="Time"
          value={timeRangeWords(filter)}
          removeLabel="Remove filter: time"
          onRemove={() => onChange({ ...filter, from: undefined, to: undefined })}
        />
      )}
      <FilterBox
        ref={box}
        typed={typed}
        onTyped={setTyped}
        rows={rows}
        edits={edited !== null}
        onAdd={(added) => {
          end();
          add(added, edited);
        }}
        onCancel={end}
        onEmpty={() => {
          const last = parts.at(-1);
          if (edited !== null) remove(edited);
          else if (last !== undefined) edit(last);
        }}
      />
      <Seg
        aria-label="Status"
        value={filter.status ?? "all"}
        options={statuses}
        onChange={(status) => onChange({ ...filter, status: status === "all" ? undefined : status })}
      />
      {isFiltered(filter) && (
        <Button
          look="quiet"
          small
          onClick={() => {
            onChange({});
            box.current?.focus();
          }}
        >
          Clear all
        </Button>
      )}
    </search>
  );
}

/**
 * A chip's words go into the box; the chip holds until another is entered in its place. What was half typed comes back
 * afterwards.
 */
function useChipEdit(box: RefObject<HTMLInputElement | null>) {
  const [typed, setTyped] = useState("");
  const [edited, setEdited] = useState<FilterPart | null>(null);
  const [aside, setAside] = useState("");
  const edit = (part: FilterPart) => {
    if (edited === null) setAside(typed);
    setEdited(part);
    setTyped(typedPart(part));
    box.current?.focus();
  };
  const end = () => {
    if (edited === null) return;
    setEdited(null);
    setTyped(aside);
    setAside("");
  };
  return { typed, setTyped, edited, edit, end };
}

/** Adds parts to the filter, in the place of `edited` where that is being changed. What makes way for one is named. */
function useAddParts(filter: EventFilter, onChange: (filter: EventFilter) => void) {
  const { toasts } = useConsole();
  return (added: readonly FilterPart[], edited: FilterPart | null) => {
    let next = edited === null ? filter : withoutPart(filter, edited);
    for (const part of added) {
      const gone = madeWay(next, part);
      next = withPart(next, part);
      if (gone !== undefined)
        say(toasts, `${typedPart(part)} took the place of ${typedPart(gone)}: ${why(gone)}`);
    }
    onChange(next);
  };
}

const why = ({ field }: FilterPart): string => {
  if (field === "where") return "three metadata pairs at a time";
  return field === "userId" || field === "anonymousId" ? "one person at a time" : "one of its kind at a time";
};
