import { CalendarDays } from "lucide-react";
import { type InputHTMLAttributes, type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from "react";
import { isWhole, readTime, showTime, stepTime, type TimeKind } from "../text/typed-time.ts";
import { ProblemLine } from "./Field.tsx";
import { Icon } from "./Icon.tsx";
import { Popover } from "./Popover.tsx";

/** Not before a calendar is opened: few ever are. */
const Calendar = lazy(() => import("./Calendar.tsx"));

interface TimeInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange" | "type"> {
  readonly kind: TimeKind;
  /** "2026-12-04", "2026-12-04T20:15" (by whichever clock the label says), "20:15"; empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * A day, a time, or both, typed in any order that can be read. Enter and leaving the field take what was typed, and what is
 * whole counts at once; Escape takes back. What can't be read stays in the field, with the reason.
 */
export function TimeInput({ kind, value, onChange, className = "", ...rest }: TimeInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const before = useRef(value);
  const field = useRef<HTMLInputElement>(null);
  const about = useId();
  const show = (next: string | null, why: string | null = null) => {
    setTyped(next);
    setProblem(why);
  };
  const type = (text: string) => {
    show(text);
    const read = readTime(kind, text, new Date());
    if ("value" in read && (text.trim() === "" || isWhole(kind, text))) onChange(read.value);
  };
  /** Whether it could be. */
  const take = (): boolean => {
    if (typed === null) return true;
    const read = readTime(kind, typed, new Date());
    if ("problem" in read) {
      show(typed, value === "" ? read.problem : `${read.problem} Still ${showTime(kind, value)}.`);
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
        ref={field}
        className="input num"
        aria-invalid={problem !== null || rest["aria-invalid"] ? true : undefined}
        aria-describedby={problem === null ? rest["aria-describedby"] : about}
        value={typed ?? showTime(kind, value)}
        onChange={({ target }) => type(target.value)}
        onFocus={() => {
          before.current = value;
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
    </span>
  );
}

interface DayButtonProps {
  readonly day: string;
  readonly onPick: (day: string) => void;
}

/** A calendar to choose the day from. */
function DayButton({ day, onPick }: DayButtonProps) {
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
