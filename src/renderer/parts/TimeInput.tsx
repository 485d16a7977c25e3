import { CalendarDays } from "lucide-react";
import { type InputHTMLAttributes, type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from "react";
import { writtenKey } from "../stores/key-sequence.ts";
import { platformNow } from "../text/platform-clock.ts";
import { isWhole, readTime, showTime, stepTime, type TimeKind } from "../text/typed-time.ts";
import { ProblemLine } from "./Field.tsx";
import { Icon } from "./Icon.tsx";
import { Popover } from "./Popover.tsx";
import { unreadRef } from "./unread.ts";

/** Not before a calendar is opened: few ever are. */
const Calendar = lazy(() => import("./Calendar.tsx"));

interface TimeInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange" | "type"> {
  readonly kind: TimeKind;
  /** "2026-12-04", "2026-12-04T20:15" (by whichever clock the label says), "20:15"; empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What was typed here before and can't be read, where it is kept elsewhere. */
  readonly unread?: string | null;
  /** What is typed and can't be read; null once it can. */
  readonly onUnread?: (typed: string | null) => void;
}

/**
 * A day, a time, or both, typed in any order that can be read. Enter and leaving the field take what was typed, and what is
 * whole counts at once; Escape takes back. What can't be read stays in the field, with the reason, and the form is told.
 */
export function TimeInput(props: TimeInputProps) {
  const { kind, value, onChange, unread = null, onUnread, className = "", ...rest } = props;
  const reasonOf = (text: string | null): string | null => {
    const read = text === null ? null : readTime(kind, text, platformNow());
    if (read === null || "value" in read) return null;
    return value === "" ? read.problem : `${read.problem} Still ${showTime(kind, value)}.`;
  };
  const [typed, setTyped] = useState(unread);
  const [left, setLeft] = useState(unread !== null);
  // A reason holds its place before it is said: what is clicked on leaving the field must not move.
  const [room, setRoom] = useState<string | null>(null);
  const [known, setKnown] = useState(unread);
  const [of, setOf] = useState(value);
  if (of !== value) setOf(value);
  if (known !== unread) {
    setKnown(unread);
    // It was let go of elsewhere, or is another's now.
    if (typed === known) {
      setTyped(unread);
      setLeft(unread !== null);
    }
  } else if (of !== value && typed !== null && !means(kind, typed, value)) {
    // It was taken back, or changed elsewhere.
    setTyped(null);
    setLeft(false);
  }
  const reason = reasonOf(typed);
  const problem = left ? reason : null;
  const before = useRef(value);
  const about = useId();
  const show = (next: string | null) => {
    const why = reasonOf(next);
    setTyped(next);
    setLeft(false);
    setRoom(why);
    onUnread?.(why === null ? null : next);
  };
  const type = (text: string) => {
    show(text);
    const read = readTime(kind, text, platformNow());
    if ("value" in read && (text.trim() === "" || isWhole(kind, text))) onChange(read.value);
  };
  /** Takes what was typed; false where it can't be read. */
  const take = (): boolean => {
    if (typed === null) return true;
    const read = readTime(kind, typed, platformNow());
    if ("problem" in read) {
      setLeft(true);
      return false;
    }
    show(null);
    onChange(read.value);
    return true;
  };
  const press = (event: KeyboardEvent) => {
    const steps = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (steps !== 0 && value !== "" && rest.readOnly !== true) {
      event.preventDefault();
      show(null);
      onChange(stepTime(kind, value, steps));
    }
    if (event.key === "Enter" && !take()) event.preventDefault();
    if (writtenKey(event) === "mod+s") take();
    if (event.key === "Escape" && typed !== null) {
      show(null);
      onChange(before.current);
    }
  };
  const [day = "", clock] = value.split("T");
  return (
    <span className={`time-input ${className}`.trim()}>
      <input
        spellCheck={false}
        autoComplete="off"
        {...rest}
        ref={unreadRef(reason)}
        className="input num"
        aria-invalid={problem !== null || rest["aria-invalid"] ? true : undefined}
        aria-describedby={problem === null ? rest["aria-describedby"] : about}
        value={typed ?? showTime(kind, value)}
        onChange={({ target }) => type(target.value)}
        onFocus={() => {
          before.current = value;
          if (typed === null) setRoom(null);
        }}
        onBlur={take}
        onKeyDown={press}
      />
      {kind !== "hour" && rest.readOnly !== true && rest.disabled !== true && (
        <DayButton
          day={day}
          onPick={(to) => {
            show(null);
            onChange(clock === undefined && kind === "day" ? to : `${to}T${clock ?? "00:00"}`);
          }}
        />
      )}
      <ProblemLine as="span" id={about}>
        {problem}
      </ProblemLine>
      {problem === null && room !== null && (
        <span className="field-error" style={{ visibility: "hidden" }}>
          {room}
        </span>
      )}
    </span>
  );
}

/** Whether a text is read as this value. */
function means(kind: TimeKind, text: string, value: string): boolean {
  const read = readTime(kind, text, platformNow());
  return "value" in read && read.value === value;
}

/** A calendar to choose the day from. */
function DayButton({ day, onPick }: { readonly day: string; readonly onPick: (day: string) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Calendar"
      align="end"
      className="calendar"
      trigger={
        <button type="button" className="btn btn-icon btn-sm" aria-label="Choose a day" title="Choose a day">
          <Icon of={CalendarDays} size={14} />
        </button>
      }
    >
      <Suspense fallback={null}>
        <Calendar
          day={day}
          onPick={(to) => {
            setOpen(false);
            onPick(to);
          }}
        />
      </Suspense>
    </Popover>
  );
}
