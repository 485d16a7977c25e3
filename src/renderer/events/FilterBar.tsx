import { Search, X } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { type KeyboardEvent, useRef, useState } from "react";
import { Icon } from "../parts/Icon.tsx";
import { type EventFilter, readNameFilter } from "../stores/event-filter.ts";

interface FilterBarProps {
  readonly filter: EventFilter;
  readonly onChange: (filter: EventFilter) => void;
}

const statuses = [
  { value: "all", name: "All" },
  { value: "accepted", name: "Accepted" },
  { value: "rejected", name: "Rejected" },
] as const;

/** What narrows the list: a name or a whole group, and whether it was accepted. */
export function FilterBar({ filter, onChange }: FilterBarProps) {
  const [editing, setEditing] = useState(false);
  /** Chip and field take each other's place: the focus goes along, once one of them has been used. */
  const [touched, setTouched] = useState(false);
  const name = filter.name;
  const setName = (next: string | undefined) => {
    setEditing(false);
    setTouched(true);
    if (next !== name) onChange({ ...filter, name: next });
  };
  return (
    <search className="inset chips filter-bar" aria-label="Filter events">
      {name === undefined || editing ? (
        <NameInput start={name ?? ""} focused={editing || touched} onApply={setName} />
      ) : (
        <span className="chip">
          <button
            type="button"
            className="chip-edit"
            title="Change the name filter"
            // biome-ignore lint/a11y/noAutofocus: it has taken the place of the field that was typed in.
            autoFocus={touched}
            onClick={() => setEditing(true)}
          >
            <span className="k">Event</span> <span className="v mono">{name}</span>
          </button>
          <button
            type="button"
            className="x"
            aria-label="Remove filter: name"
            onClick={() => setName(undefined)}
          >
            <Icon of={X} size={12} />
          </button>
        </span>
      )}
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
    </search>
  );
}

interface NameInputProps {
  readonly start: string;
  readonly focused: boolean;
  readonly onApply: (name: string | undefined) => void;
}

function NameInput({ start, focused, onApply }: NameInputProps) {
  const [typed, setTyped] = useState(start);
  const [wrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const apply = () => {
    if (typed.trim() === "") return onApply(undefined);
    const name = readNameFilter(typed);
    if (name === null) setWrong(true);
    else onApply(name);
  };
  const clear = () => {
    setTyped("");
    setWrong(false);
    input.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter") apply();
    if (event.key === "Escape") onApply(start === "" ? undefined : start);
  };
  return (
    <>
      <span className={`input name-filter ${wrong ? "is-wrong" : ""}`}>
        <Icon of={Search} size={14} />
        <input
          ref={input}
          className="mono"
          aria-label="Filter by name"
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? "name-filter-error" : undefined}
          placeholder="movie/watched, or movie/* for a group"
          spellCheck={false}
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: it has taken the place of the chip that was pressed.
          autoFocus={focused}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setWrong(false);
          }}
          onKeyDown={onKey}
        />
        {typed === "" ? null : (
          <button type="button" className="btn btn-icon btn-sm" aria-label="Clear" onClick={clear}>
            <Icon of={X} size={12} />
          </button>
        )}
      </span>
      {wrong && (
        <span id="name-filter-error" className="field-error" role="alert">
          A name is group/action; group/* is a whole group.
        </span>
      )}
    </>
  );
}
