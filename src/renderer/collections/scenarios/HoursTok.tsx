import type { Schedule } from "../../../core/scenario.ts";
import { hoursWords } from "../../model/schedule-words.ts";
import { Button } from "../../parts/Button.tsx";
import { EditTok } from "../../parts/EditTok.tsx";
import { Field } from "../../parts/Field.tsx";
import { TimeInput } from "../../parts/TimeInput.tsx";
import { Tok } from "../../parts/Tok.tsx";

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
