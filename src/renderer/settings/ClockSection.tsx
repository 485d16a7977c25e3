import { type FormEvent, useState } from "react";
import type { Clock, ClockSetting } from "../../core/settings.ts";
import { useConsole } from "../page/console-context.ts";
import { useStatus } from "../page/reads.ts";
import { useSetClock, useTicking } from "../page/use-clock.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { ProblemLine } from "../parts/Field.tsx";
import { Choices } from "../parts/Radio.tsx";
import { Select } from "../parts/Select.tsx";
import { TimeInput } from "../parts/TimeInput.tsx";
import { stopAtUnread } from "../parts/unread.ts";
import { useForm, useTypedForm } from "../parts/use-form.ts";
import { say } from "../stores/toasts-store.ts";
import { moment, shownHere, toLocalInput } from "../text/format.ts";
import { realNow } from "../text/platform-clock.ts";
import { readNumber } from "../text/typed-number.ts";
import { Section } from "./Section.tsx";

const modes: readonly (readonly [Clock["mode"], string])[] = [
  ["system", "The real time"],
  ["offset", "Moved by"],
  ["frozen", "Standing still at"],
];
const units = { minutes: 60, hours: 3600, days: 86_400 } as const;
type Unit = keyof typeof units;
const unitNames = Object.keys(units) as Unit[];

/** The platform clock: what windows, schedules and “n days ago” are read by. */
export function ClockSection() {
  const clock = useStatus()?.clock ?? null;
  const set = {
    id: "settings/clock",
    title: "Set the simulated clock…",
    group: "Settings",
    keywords: ["time"],
  };
  const { ownsWorkspace } = useHere();
  useCommands(clock !== null && ownsWorkspace ? [{ ...set, run: showClock }] : []);
  if (clock === null) return null;
  return (
    <Section
      id="clock"
      about="moves windows, schedules and time limits for everybody here; events keep their own times"
    >
      <ClockForm
        key={`${clock.mode}/${clock.mode === "frozen" ? clock.at : (clock.seconds ?? "")}`}
        clock={clock}
      />
    </Section>
  );
}

/** Brings the clock into sight, and the keys to its choice. */
function showClock(): void {
  const section = document.querySelector("#clock");
  section?.scrollIntoView({ block: "start" });
  section?.querySelector<HTMLElement>("[role=radio][aria-checked=true]")?.focus({ preventScroll: true });
}

function ClockForm({ clock }: { readonly clock: Clock }) {
  const { toasts } = useConsole();
  const setClock = useSetClock();
  const { ownsWorkspace } = useHere();
  const { mode, at, unread, shift, kept, setMode, setAt, setUnread, setShift } = useTypedClock(clock);
  const now = useTicking(clock);
  const wanted = settingOf(mode, at, shift);
  const { error, send } = useForm({
    missing: () => ("problem" in wanted ? wanted.problem : null),
    send: async () => {
      if ("problem" in wanted) return {};
      await setClock(wanted);
      // The form is made anew with what the clock is now.
      kept.forget();
      say(toasts, "The clock is set");
      return {};
    },
    failure: "The clock was not set.",
  });
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!stopAtUnread(event.currentTarget)) send();
  };
  return (
    <form className="set-form" onSubmit={save} noValidate>
      <p>
        It is <b className="num strong">{moment(now, new Date(realNow()))}</b>
        {clock.mode === "system" ? "." : <span className="direction">, not the real time.</span>}
      </p>
      {ownsWorkspace && (
        <>
          <Choices aria-label="Clock" value={mode} options={modes} onChange={setMode} />
          {mode === "offset" && <Shift shift={shift} onChange={setShift} />}
          {mode === "frozen" && (
            <TimeInput
              kind="moment"
              className="clock-input"
              aria-label="Standing still at, in your time zone"
              value={at}
              unread={unread === "" ? null : unread}
              onUnread={(text) => setUnread(text ?? "")}
              onChange={(typed) => setAt(shownHere(typed))}
            />
          )}
          <ProblemLine>{error}</ProblemLine>
          <div>
            <Button type="submit">Set the clock</Button>
          </div>
        </>
      )}
    </form>
  );
}

/** The clock as it is chosen and typed, kept until it is set. */
function useTypedClock(clock: Clock) {
  const kept = useTypedForm("clock");
  const [first] = useState(() => ({
    at: toLocalInput(clock.at),
    shift: shiftOf(clock.seconds ?? units.days),
  }));
  const [mode, setMode] = kept.field("mode", clock.mode);
  const [at, setAt] = kept.field("at", first.at);
  const [unread, setUnread] = kept.field("unread");
  const [amount, setAmount] = kept.field("amount", first.shift.amount);
  const [unit, setUnit] = kept.field("unit", first.shift.unit);
  return {
    kept,
    mode: modes.find(([one]) => one === mode)?.[0] ?? clock.mode,
    at,
    unread,
    shift: { amount, unit: unitNames.find((one) => one === unit) ?? first.shift.unit },
    setMode,
    setAt,
    setUnread,
    setShift: (shift: ShiftValue) => {
      setAmount(shift.amount);
      setUnit(shift.unit);
    },
  };
}

interface ShiftValue {
  readonly amount: string;
  readonly unit: Unit;
}

function Shift({
  shift,
  onChange,
}: {
  readonly shift: ShiftValue;
  readonly onChange: (shift: ShiftValue) => void;
}) {
  return (
    <span className="set-inline">
      <input
        className="input num days-input"
        inputMode="numeric"
        aria-label="How far; a minus goes back"
        value={shift.amount}
        onChange={(event) => onChange({ ...shift, amount: event.target.value })}
      />
      <Select
        className="input unit-select"
        aria-label="Unit"
        value={shift.unit}
        options={unitNames.map((unit) => [unit, unit] as const)}
        onChange={(unit) => onChange({ ...shift, unit })}
      />
      <span className="direction">ahead of the real time; a minus goes back</span>
    </span>
  );
}

const shiftOf = (seconds: number): ShiftValue => {
  const unit = (["days", "hours"] as const).find((one) => seconds % units[one] === 0) ?? "minutes";
  return { amount: String(Math.round(seconds / units[unit])), unit };
};

function settingOf(
  mode: Clock["mode"],
  at: string,
  { amount, unit }: ShiftValue,
): ClockSetting | { problem: string } {
  if (mode === "system") return { mode };
  if (mode === "frozen") {
    const time = new Date(at);
    return Number.isNaN(time.getTime())
      ? { problem: "Give a date and a time of day." }
      : { mode, at: time.toISOString() };
  }
  const shift = readNumber(amount);
  if ("problem" in shift) return { problem: `How far it is moved ${shift.problem}.` };
  const { value } = shift;
  return value !== undefined && Number.isInteger(value)
    ? { mode, seconds: value * units[unit] }
    : { problem: "How far it is moved must be a whole number." };
}
