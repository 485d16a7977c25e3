import { Clock, X } from "lucide-react";
import { useState } from "react";
import type { Schedule } from "../../../core/scenario.ts";
import { weekdays } from "../../../core/weekdays.ts";
import { scheduleError } from "../../model/error-words.ts";
import {
  dayNames,
  hoursWords,
  instantOf,
  newSchedule,
  normalDays,
  wallTime,
  zonedWords,
} from "../../model/schedule-words.ts";
import { Button, IconButton } from "../../parts/Button.tsx";
import { EditTok } from "../../parts/EditTok.tsx";
import { Explain } from "../../parts/Explain.tsx";
import { Field, ProblemLine } from "../../parts/Field.tsx";
import { Sentence } from "../../parts/Sentence.tsx";
import { SuggestPopover } from "../../parts/Suggest.tsx";
import { TimeInput } from "../../parts/TimeInput.tsx";
import { Tok } from "../../parts/Tok.tsx";

interface ScheduleSentenceProps {
  readonly schedule: Schedule | null;
  readonly error: string | null;
  readonly onChange: (schedule: Schedule | null) => void;
}

const sentence = (words: string): string => `${words.replace(/\p{L}/u, (letter) => letter.toUpperCase())}.`;

const isAlways = ({ from, until, days, hours }: Schedule): boolean =>
  from === null && until === null && days.length === 0 && hours === null;

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** When a scenario is open: "From 4 Dec 2026, 00:00 until 3 Jan 2027, 00:00 on Fr Sa 18:00 to 23:30 in Europe/Berlin." */
export function ScheduleSentence({ schedule: saved, error, onChange }: ScheduleSentenceProps) {
  // Without a time in it a schedule says "at any time": it is shown to be filled in, and is no change yet.
  const [begun, setBegun] = useState<Schedule | null>(null);
  // Once it has one, that is what counts, also where it is taken back.
  if (saved !== null && begun !== null) setBegun(null);
  const schedule = saved ?? begun;
  if (schedule === null)
    return (
      <Sentence label="When">
        <p>
          At any time.{" "}
          <Tok look="add" icon={Clock} onClick={() => setBegun(newSchedule(ownZone()))}>
            Only at certain times
          </Tok>
        </p>
      </Sentence>
    );
  const change = (members: Partial<Schedule>) => {
    const next = { ...schedule, ...members };
    if (!isAlways(next)) return onChange(next);
    setBegun(next);
    if (saved !== null) onChange(null);
  };
  return (
    <Sentence label="When">
      <div className="line">
        From <TimeTok schedule={schedule} member="from" onChange={(from) => change({ from })} /> until{" "}
        <TimeTok
          schedule={schedule}
          member="until"
          invalid={error !== null}
          onChange={(until) => change({ until })}
        />{" "}
        on <Days days={schedule.days} onChange={(days) => change({ days })} />{" "}
        <HoursTok hours={schedule.hours} onChange={(hours) => change({ hours })} /> in{" "}
        <span className="together">
          <ZoneTok timeZone={schedule.timeZone} onChange={(timeZone) => change({ timeZone })} />.{" "}
          <IconButton
            icon={X}
            label="Remove the schedule: serve it at any time"
            onClick={() => {
              setBegun(null);
              if (saved !== null) onChange(null);
            }}
          />
          <ScheduleHelp />
        </span>
      </div>
      {error !== null && <ProblemLine>{sentence(scheduleError(error))}</ProblemLine>}
    </Sentence>
  );
}

const ScheduleHelp = () => (
  <Explain about="schedules">
    <p>
      Days and hours go by the clocks of the time zone, wherever a person is. “From” and “until” are one
      moment for everybody, written as those clocks show it; the moment of “until” itself is out.
    </p>
    <p>
      Hours may go over midnight: 22:00 to 02:00 on Friday ends on Saturday at 02:00. Where clocks are set
      forward, the skipped hours never come; where they are set back, they come twice.
    </p>
  </Explain>
);

interface DaysProps {
  readonly days: Schedule["days"];
  readonly onChange: (days: Schedule["days"]) => void;
}

/** The days of the week; none chosen is every day. */
function Days({ days, onChange }: DaysProps) {
  const toggle = (day: Schedule["days"][number]) =>
    onChange(normalDays(days.includes(day) ? days.filter((one) => one !== day) : [...days, day]));
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset does not flow in a sentence. */}
      <span className="days" role="group" aria-label="Weekdays">
        {weekdays.map((day) => (
          <button
            type="button"
            key={day}
            aria-label={dayNames[day][1]}
            aria-pressed={days.includes(day)}
            onClick={() => toggle(day)}
          >
            {dayNames[day][0]}
          </button>
        ))}
      </span>
      {days.length === 0 && (
        <>
          <span className="direction every-day">every day</span>{" "}
          <Tok look="add" aria-label="On working days: Mo–Fr" onClick={() => onChange(weekdays.slice(0, 5))}>
            Mo–Fr
          </Tok>{" "}
        </>
      )}
    </>
  );
}

/** Every zone that this browser knows, with the person's own first. */
function zones(): { readonly value: string; readonly hint?: string }[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const others = Intl.supportedValuesOf("timeZone").filter((zone) => zone !== own && zone !== "UTC");
  return [
    { value: own, hint: "yours" },
    ...(own === "UTC" ? [] : [{ value: "UTC" }]),
    ...others.map((value) => ({ value })),
  ];
}

interface ZoneTokProps {
  readonly timeZone: string;
  readonly onChange: (timeZone: string) => void;
}

/** The time zone that a schedule is read in. */
function ZoneTok({ timeZone, onChange }: ZoneTokProps) {
  return (
    <SuggestPopover
      trigger={<Tok aria-label={`Time zone: ${timeZone}`}>{timeZone}</Tok>}
      label="Time zone"
      placeholder="Find a city or a zone"
      suggestions={zones()}
      nothing="No zone has this name."
      onPick={onChange}
    />
  );
}

interface TimeTokProps {
  readonly schedule: Schedule;
  readonly member: "from" | "until";
  readonly invalid?: boolean;
  readonly onChange: (instant: string | null) => void;
}

const nothing = { from: "now on", until: "further notice" } as const;

/** One end of a schedule, on the clocks of its zone. */
function TimeTok({ schedule, member, invalid = false, onChange }: TimeTokProps) {
  const { timeZone } = schedule;
  const instant = schedule[member];
  const words = instant === null ? nothing[member] : zonedWords(instant, timeZone);
  return (
    <EditTok
      label={member === "from" ? "From when" : "Until when"}
      trigger={
        <Tok
          className="num"
          aria-invalid={invalid ? true : undefined}
          aria-label={`${member === "from" ? "From" : "Until"}: ${words}`}
        >
          {words}
        </Tok>
      }
      start={() => (instant === null ? "" : wallTime(instant, timeZone))}
      read={(typed) => ({ value: typed === "" ? null : instantOf(typed, timeZone) })}
      onCommit={onChange}
      foot={(closing) =>
        instant !== null && (
          <Button look="quiet" small onClick={closing(() => onChange(null))}>
            {member === "from" ? "No start" : "No end"}
          </Button>
        )
      }
    >
      {(typed, set) => (
        <Field label={member === "from" ? "From" : "Until"} hint={`As clocks show it in ${timeZone}.`}>
          {(tie) => <TimeInput {...tie} kind="moment" value={typed} onChange={set} />}
        </Field>
      )}
    </EditTok>
  );
}

type Hours = NonNullable<Schedule["hours"]>;

interface HoursTokProps {
  readonly hours: Hours | null;
  readonly onChange: (hours: Hours | null) => void;
}

const evening: Hours = { from: "18:00", to: "23:30" };

/** The hours of a day in which it is open, or all day. */
export function HoursTok({ hours, onChange }: HoursTokProps) {
  const words = hours === null ? "all day" : hoursWords(hours);
  return (
    <EditTok
      label="Hours"
      trigger={
        <Tok className="num" aria-label={`Hours: ${words}`}>
          {words}
        </Tok>
      }
      start={() => hours ?? { from: "", to: "" }}
      read={readHours}
      onCommit={onChange}
      foot={(closing) => <AllDay hours={hours} onAllDay={closing(() => onChange(null))} />}
    >
      {(typed, set) => (
        <div className="hours">
          <HourField label="From" value={typed.from} onChange={(from) => set({ ...typed, from })} />
          <HourField label="To" value={typed.to} onChange={(to) => set({ ...typed, to })} />
        </div>
      )}
    </EditTok>
  );
}

/** An empty end is filled in as for an evening; both empty is all day. */
const readHours = ({ from, to }: Hours): { readonly value: Hours | null } => ({
  value: from === "" && to === "" ? null : { from: from || evening.from, to: to || evening.to },
});

interface HourFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const HourField = ({ label, value, onChange }: HourFieldProps) => (
  <Field label={label}>{(tie) => <TimeInput {...tie} kind="hour" value={value} onChange={onChange} />}</Field>
);

const AllDay = ({ hours, onAllDay }: { readonly hours: Hours | null; readonly onAllDay: () => void }) => (
  <>
    <p className="direction small">
      {hours !== null && hours.to <= hours.from ? "Ends on the next day." : "May go over midnight."}
    </p>
    {hours !== null && (
      <Button look="quiet" small onClick={onAllDay}>
        All day
      </Button>
    )}
  </>
);
