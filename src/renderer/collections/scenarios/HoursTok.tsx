import { useState } from "react";
import type { Schedule } from "../../../core/scenario.ts";
import { Popover } from "../../parts/Popover.tsx";
import { Tok } from "../../parts/Tok.tsx";
import { hoursWords } from "../model/schedule-words.ts";

type Hours = NonNullable<Schedule["hours"]>;

interface HoursTokProps {
  readonly hours: Hours | null;
  readonly onChange: (hours: Hours | null) => void;
}

const evening: Hours = { from: "18:00", to: "23:30" };

/** The hours of a day in which it is open, or all day. */
export function HoursTok({ hours, onChange }: HoursTokProps) {
  const [open, setOpen] = useState(false);
  const words = hours === null ? "all day" : hoursWords(hours);
  const shown = hours ?? evening;
  const field = (member: keyof Hours, label: string) => (
    <label className="field">
      <span className="label">{label}</span>
      <input
        className="input num"
        type="time"
        value={hours === null ? "" : shown[member]}
        onChange={({ target }) => target.value !== "" && onChange({ ...shown, [member]: target.value })}
        onKeyDown={(event) => event.key === "Enter" && setOpen(false)}
      />
    </label>
  );
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Hours"
      trigger={
        <Tok className="num" aria-label={`Hours: ${words}`}>
          {words}
        </Tok>
      }
    >
      <div className="hours">
        {field("from", "From")}
        {field("to", "To")}
      </div>
      <div className="popover-foot">
        <p className="direction small">
          {hours !== null && hours.to <= hours.from ? "Ends on the next day." : "May go over midnight."}
        </p>
        <span className="spacer" />
        {hours !== null && (
          <button
            type="button"
            className="btn btn-quiet btn-sm"
            onClick={() => {
              setOpen(false);
              onChange(null);
            }}
          >
            All day
          </button>
        )}
      </div>
    </Popover>
  );
}
