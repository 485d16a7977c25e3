import { useState } from "react";
import { useCommands } from "../page/use-commands.ts";
import { Button } from "../parts/Button.tsx";
import { EditTok } from "../parts/EditTok.tsx";
import { Field } from "../parts/Field.tsx";
import { TimeInput } from "../parts/TimeInput.tsx";
import { Tok } from "../parts/Tok.tsx";
import { fromLocalInput, moment, toLocalInput } from "../text/format.ts";
import { platformNow } from "../text/platform-clock.ts";

const hour = 3_600_000;

/** Steps through time, in ms. */
const timeSteps = [
  { words: "−1 day", ms: -24 * hour },
  { words: "−1 h", ms: -hour },
  { words: "+1 h", ms: hour },
  { words: "+1 day", ms: 24 * hour },
] as const;

interface TimeTokProps {
  readonly at: string | null;
  /** The time of the decisions that are shown: what a step goes on from. */
  readonly now: string | null;
  readonly onChange: (at: string | null) => void;
}

/** When it is decided: now by the platform clock, or a time; steps beside it travel. */
export function TimeTok({ at, now, onChange }: TimeTokProps) {
  const [open, setOpen] = useState(false);
  const from = Date.parse(at ?? now ?? "") || platformNow().getTime();
  const later = (ms: number) => new Date(from + ms).toISOString();
  const words = at === null ? "now" : `at ${moment(at)}`;
  const when = { id: "when", title: `When: ${words}…`, group: "Edit", keywords: ["time decide"] };
  useCommands([{ ...when, run: () => setOpen(true) }]);
  return (
    <EditTok
      open={open}
      onOpenChange={setOpen}
      label="When to decide"
      className="preview-time"
      trigger={<Tok aria-label={`When: ${words}`}>{words}</Tok>}
      start={() => toLocalInput(later(0))}
      read={readLocal}
      onCommit={onChange}
      formClass="preview-time-form"
      foot={(closing) => (
        <Button small disabled={at === null} onClick={closing(() => onChange(null))}>
          Now, by the platform clock
        </Button>
      )}
    >
      {(typed, set) => (
        <>
          <Field label="Time here">
            {(tie) => <TimeInput {...tie} kind="moment" value={typed} onChange={set} />}
          </Field>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would be one word too many. */}
          <div className="preview-steps" role="group" aria-label="Steps">
            {timeSteps.map(({ words: label, ms }) => (
              <Button
                small
                className="num"
                key={label}
                onClick={() => {
                  set(toLocalInput(later(ms)));
                  onChange(later(ms));
                }}
              >
                {label}
              </Button>
            ))}
          </div>
        </>
      )}
    </EditTok>
  );
}

function readLocal(text: string) {
  const value = fromLocalInput(text);
  return value === undefined ? { problem: "is not a time" } : { value };
}
