import { useState } from "react";
import type { Schedule } from "../../../core/scenario.ts";
import { Popover } from "../../parts/Popover.tsx";
import { Tok } from "../../parts/Tok.tsx";
import { instantOf, wallTime, zonedWords } from "../model/zoned-time.ts";

interface TimeTokProps {
  readonly schedule: Schedule;
  readonly member: "from" | "until";
  readonly invalid?: boolean;
  readonly onChange: (instant: string | null) => void;
}

const nothing = { from: "now on", until: "further notice" } as const;

/** One end of a schedule, on the clocks of its zone. */
export function TimeTok({ schedule, member, invalid = false, onChange }: TimeTokProps) {
  const [open, setOpen] = useState(false);
  const { timeZone } = schedule;
  const instant = schedule[member];
  const words = instant === null ? nothing[member] : zonedWords(instant, timeZone);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
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
    >
      <div className="field">
        <label className="label" htmlFor={`schedule-${member}`}>
          {member === "from" ? "From" : "Until"}
        </label>
        <input
          id={`schedule-${member}`}
          className="input num"
          type="datetime-local"
          max="9999-12-31T23:59"
          value={instant === null ? "" : wallTime(instant, timeZone)}
          onChange={({ target }) => onChange(target.value === "" ? null : instantOf(target.value, timeZone))}
          onKeyDown={(event) => event.key === "Enter" && setOpen(false)}
        />
        <p className="direction small">As clocks show it in {timeZone}.</p>
      </div>
      {instant !== null && (
        <div className="popover-foot">
          <span className="spacer" />
          <button
            type="button"
            className="btn btn-quiet btn-sm"
            onClick={() => {
              setOpen(false);
              onChange(null);
            }}
          >
            {member === "from" ? "No start" : "No end"}
          </button>
        </div>
      )}
    </Popover>
  );
}
