import { RadioGroup } from "radix-ui";
import { type FormEvent, useEffect, useState } from "react";
import { useStore } from "zustand";
import type { Clock, ClockSetting } from "../../core/settings.ts";
import { inWords } from "../api/api-problem.ts";
import { useConsole } from "../app/console-context.ts";
import { useHere } from "../app/use-here.ts";
import { toLocalInput } from "../events/local-time.ts";
import { refreshStatus } from "../stores/server-store.ts";
import { moment } from "../text/format.ts";
import { Section } from "./Section.tsx";

const modes: readonly (readonly [Clock["mode"], string])[] = [
  ["system", "The real time"],
  ["offset", "Moved by"],
  ["frozen", "Standing still at"],
];
const units = { minutes: 60, hours: 3600, days: 86_400 } as const;
type Unit = keyof typeof units;

/** The platform clock: what windows, schedules and “n days ago” are read by. */
export function ClockSection() {
  const { server } = useConsole();
  const clock = useStore(server, ({ status }) => status?.clock ?? null);
  if (clock === null) return null;
  return (
    <Section
      id="clock"
      title="Clock"
      about="moves windows, schedules and time limits for everybody here; events keep their own times"
    >
      <ClockForm key={`${clock.mode}/${clock.seconds ?? ""}`} clock={clock} />
    </Section>
  );
}

function ClockForm({ clock }: { readonly clock: Clock }) {
  const { server, client } = useConsole();
  const { canEdit } = useHere();
  const [mode, setMode] = useState(clock.mode);
  const [at, setAt] = useState(toLocalInput(clock.at));
  const [shift, setShift] = useState(shiftOf(clock.seconds ?? units.days));
  const [problem, setProblem] = useState<string | null>(null);
  const now = useTicking(clock);
  const wanted = settingOf(mode, at, shift);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (wanted === null) return setProblem("That is no time. Give a date and a time of day.");
    try {
      await client.call("putClock", { body: wanted });
      setProblem(null);
    } catch (error) {
      setProblem(inWords(error));
    }
    await refreshStatus(server, client);
  };
  return (
    <form className="set-form" onSubmit={(event) => void save(event)} noValidate>
      <p>
        It is <b className="num strong">{moment(now)}</b>
        {clock.mode === "system" ? "." : <span className="direction">, not the real time.</span>}
      </p>
      {canEdit && (
        <>
          <RadioGroup.Root
            className="choices"
            aria-label="Clock"
            value={mode}
            onValueChange={(chosen) => setMode(modes.find(([one]) => one === chosen)?.[0] ?? "system")}
          >
            {modes.map(([one, words]) => (
              <RadioGroup.Item key={one} value={one}>
                <span className="choice-mark" />
                {words}
              </RadioGroup.Item>
            ))}
          </RadioGroup.Root>
          {mode === "offset" && <Shift shift={shift} onChange={setShift} />}
          {mode === "frozen" && (
            <input
              className="input clock-input"
              type="datetime-local"
              aria-label="Standing still at, in your time zone"
              value={at}
              onChange={(event) => setAt(event.target.value)}
            />
          )}
          {problem !== null && (
            <p className="field-error" role="alert">
              {problem}
            </p>
          )}
          <div>
            <button type="submit" className="btn">
              Set the clock
            </button>
          </div>
        </>
      )}
    </form>
  );
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
      <select
        className="input select unit-select"
        aria-label="Unit"
        value={shift.unit}
        onChange={(event) =>
          onChange({
            ...shift,
            unit: (Object.keys(units) as Unit[]).find((one) => one === event.target.value) ?? "days",
          })
        }
      >
        {Object.keys(units).map((unit) => (
          <option key={unit}>{unit}</option>
        ))}
      </select>
      <span className="direction">ahead of the real time; a minus goes back</span>
    </span>
  );
}

const shiftOf = (seconds: number): ShiftValue => {
  const unit = (["days", "hours"] as const).find((one) => seconds % units[one] === 0) ?? "minutes";
  return { amount: String(Math.round(seconds / units[unit])), unit };
};

function settingOf(mode: Clock["mode"], at: string, { amount, unit }: ShiftValue): ClockSetting | null {
  if (mode === "system") return { mode };
  if (mode === "frozen") {
    const time = new Date(at);
    return Number.isNaN(time.getTime()) ? null : { mode, at: time.toISOString() };
  }
  const shift = Number(amount);
  return amount.trim() === "" || !Number.isInteger(shift) ? null : { mode, seconds: shift * units[unit] };
}

/** The clock's own time, going on while it goes. */
function useTicking({ mode, at }: Clock): string {
  const [now, setNow] = useState(at);
  useEffect(() => {
    setNow(at);
    if (mode === "frozen") return;
    const shift = Date.parse(at) - Date.now();
    const timer = setInterval(() => setNow(new Date(Date.now() + shift).toISOString()), 1000);
    return () => clearInterval(timer);
  }, [mode, at]);
  return now;
}
