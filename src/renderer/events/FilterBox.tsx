import { Search } from "lucide-react";
import { Fragment, type KeyboardEvent, type RefObject, useId, useMemo, useState } from "react";
import type { Event } from "../../core/event.ts";
import { Icon } from "../parts/Icon.tsx";
import { KeyHint } from "../parts/KeyCaps.tsx";
import { suggestions } from "./event-filter.ts";
import { type FilterPart, isPart, partKey, partTexts, readParts } from "./event-filter-part.ts";

interface FilterBoxProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly rows: () => readonly Event[];
  readonly onAdd: (parts: readonly FilterPart[]) => void;
  /** Whether a chip's words are in it, to be changed. */
  readonly edits: boolean;
  /** The chip stays as it was. */
  readonly onCancel: () => void;
  /** Backspace in the empty box, or Enter where a chip's words were emptied. */
  readonly onEmpty: () => void;
}

/** Takes what is typed as a filter, and offers what the newest events have. */
export function FilterBox({ ref, typed, onTyped, rows, edits, onAdd, onCancel, onEmpty }: FilterBoxProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const offered = useMemo(() => (open ? suggestions(typed, rows()) : []), [open, typed, rows]);
  const type = (text: string) => {
    onTyped(text);
    setProblem(null);
    setActive(0);
    setOpen(text.trim() !== "");
  };
  const add = (parts: readonly FilterPart[]) => {
    type("");
    onAdd(parts);
  };
  const enter = () => {
    const read = offered[active] ?? readParts(typed);
    const wrong = read.find((one) => !isPart(one));
    if (read.length === 0) return edits ? onEmpty() : undefined;
    if (wrong === undefined) add(read.filter(isPart));
    else if (!isPart(wrong)) setProblem(wrong.problem);
  };
  const cancel = () => {
    type("");
    onCancel();
  };
  const move = (by: 1 | -1) => {
    setOpen(true);
    if (offered.length > 0) setActive((active + by + offered.length) % offered.length);
  };
  const onKey = (event: KeyboardEvent) => {
    const { key } = event;
    const completes = key === "Tab" && !event.shiftKey && typed.trim() !== "" && offered.length > 0;
    if (key === "ArrowDown") move(1);
    else if (key === "ArrowUp") move(-1);
    else if (key === "Enter" || completes) enter();
    else if (key === "Escape" && edits) cancel();
    else if (key === "Escape" && offered.length > 0) setOpen(false);
    else if (key === "Escape" && typed !== "") type("");
    // A key that is held down takes what is typed alone.
    else if (key === "Backspace" && typed === "") {
      if (!event.repeat) onEmpty();
    } else return;
    event.preventDefault();
  };
  return (
    <span className="filter-box">
      <span className={`input name-filter ${problem === null ? "" : "is-wrong"}`}>
        <Icon of={Search} size={14} />
        <input
          ref={ref}
          className="mono"
          role="combobox"
          aria-label="Filter events by"
          aria-expanded={offered.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={offered.length > 0 ? `${id}-${active}` : undefined}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          placeholder="Filter by name, key:value or text"
          spellCheck={false}
          autoComplete="off"
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKey}
          onBlur={() => setOpen(false)}
        />
        {typed === "" && <KeyHint keys="/" />}
      </span>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Filters"
        className="menu filter-list"
        hidden={offered.length === 0}
      >
        {offered.map((parts, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the focus and takes the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: the box points at its option (aria-activedescendant).
          <div
            key={parts.map(partKey).join(" ")}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className="filter-option"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => add(parts)}
          >
            {parts.map((part) => (
              <Fragment key={partKey(part)}>
                <span className="muted">{partTexts(part)[0]}</span>
                <span className="mono truncate">{partTexts(part)[1]}</span>
              </Fragment>
            ))}
          </div>
        ))}
      </div>
      {problem !== null && (
        <span id={`${id}-problem`} className="field-error filter-problem" role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}
