import type { Window } from "../../../core/rule.ts";
import { type Drafted, EditTok } from "../../parts/EditTok.tsx";
import { Explain } from "../../parts/Explain.tsx";
import { Select } from "../../parts/Select.tsx";
import { SpinInput } from "../../parts/SpinInput.tsx";
import { TimeInput } from "../../parts/TimeInput.tsx";
import type { BlankPiece } from "../../rules/sentence-piece.ts";
import { platformNow } from "../../text/platform-clock.ts";
import { useBuilder } from "./builder-context.ts";
import { useBlankPopover } from "./PopoverTok.tsx";
import {
  dateOf,
  dayOf,
  formOf,
  takesDate,
  takesLength,
  timeOf,
  units,
  type WindowForm,
  type WindowKind,
  windowKinds,
  windowNote,
  windowOf,
} from "./window-form.ts";

/** When it must have happened. */
export function WindowTok({ piece, value }: { readonly piece: BlankPiece; readonly value: Window }) {
  const { actions } = useBuilder();
  const blank = useBlankPopover({ piece, label: "When", look: "word", words: piece.words });
  return (
    <EditTok
      {...blank}
      start={() => formOf(value, platformNow().getTime())}
      read={readWindow}
      onCommit={(window) => actions.fill(piece, window)}
      formClass="tok-form"
    >
      {(form, set, problem) => (
        <WindowFields form={form} problem={problem} onChange={(edit) => set({ ...form, ...edit })} />
      )}
    </EditTok>
  );
}

function readWindow(form: WindowForm): Drafted<Window> {
  const read = windowOf(form);
  return "window" in read ? { value: read.window } : read;
}

const kindWords: Readonly<Record<WindowKind, string>> = {
  last: "in the last",
  moreThanAgo: "more than … ago",
  on: "on the day",
  before: "before",
  after: "after",
  anyTime: "at any time",
};

interface PartProps {
  readonly form: WindowForm;
  readonly onChange: (edit: Partial<WindowForm>) => void;
}

function WindowFields({ form, problem, onChange }: PartProps & { readonly problem: string | null }) {
  return (
    <>
      <Select
        aria-label="When"
        value={form.kind}
        options={windowKinds.map((kind) => [kind, kindWords[kind]] as const)}
        onChange={(kind) => onChange({ kind })}
      />
      {takesLength(form.kind) && <LengthFields form={form} onChange={onChange} />}
      {takesDate(form.kind) && <DateFields form={form} onChange={onChange} />}
      <Explain about="when things happened">
        <p>
          “In the last 7 days” goes back from now, to the second, and moves on with the clock: who did it
          leaves by themselves once it is 7 days ago. “More than 7 days ago” is what happened before that.
        </p>
        <p>
          Days and dates are read in UTC, so that they are one moment for everybody. “Before” and “after”
          leave that moment itself out.
        </p>
      </Explain>
      {problem !== null && <p className="field-error">It {problem}.</p>}
      <p className="direction small">
        {takesDate(form.kind) && "Days begin at midnight UTC. "}
        {windowNote(form)}
      </p>
    </>
  );
}

function LengthFields({ form, onChange }: PartProps) {
  return (
    <>
      <SpinInput
        min={0}
        aria-label="How long"
        value={form.amount}
        onText={(amount) => onChange({ amount })}
      />
      <Select
        aria-label="Unit"
        value={form.unit}
        options={units.map((unit) => [unit, unit] as const)}
        onChange={(unit) => onChange({ unit })}
      />
    </>
  );
}

function DateFields({ form: { kind, date }, onChange }: PartProps) {
  return (
    <>
      <TimeInput
        kind="day"
        aria-label="Date, in UTC"
        value={dayOf(date)}
        onChange={(day) => onChange({ date: dateOf(day, timeOf(date)) })}
      />
      {kind !== "on" && (
        <TimeInput
          kind="hour"
          aria-label="Time of day, in UTC; midnight where it is left empty"
          value={timeOf(date)}
          onChange={(time) => onChange({ date: dateOf(dayOf(date), time) })}
        />
      )}
    </>
  );
}
