import type { Schedule } from "../../../core/scenario.ts";
import { instantOf, wallTime, zonedWords } from "../../model/zoned-time.ts";
import { EditTok } from "../../parts/EditTok.tsx";
import { Field } from "../../parts/Field.tsx";
import { Tok } from "../../parts/Tok.tsx";

interface TimeTokProps {
  readonly schedule: Schedule;
  readonly member: "from" | "until";
  readonly invalid?: boolean;
  readonly onChange: (instant: string | null) => void;
}

const nothing = { from: "now on", until: "further notice" } as const;

/** One end of a schedule, on the clocks of its zone. */
export function TimeTok({ schedule, member, invalid = false, onChange }: TimeTokProps) {
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
      foot={(close) =>
        instant !== null && (
          <button
            type="button"
            className="btn btn-quiet btn-sm"
            onClick={() => {
              close();
              onChange(null);
            }}
          >
            {member === "from" ? "No start" : "No end"}
          </button>
        )
      }
    >
      {(typed, set) => (
        <Field label={member === "from" ? "From" : "Until"} hint={`As clocks show it in ${timeZone}.`}>
          {(tie) => (
            <input
              {...tie}
              className="input num"
              type="datetime-local"
              max="9999-12-31T23:59"
              value={typed}
              onChange={({ target }) => set(target.value)}
            />
          )}
        </Field>
      )}
    </EditTok>
  );
}
