import { useState } from "react";
import { useCommands } from "../app/use-commands.ts";
import { Popover } from "../parts/Popover.tsx";
import { Tok } from "../parts/Tok.tsx";
import { moment } from "../text/format.ts";
import { timeSteps } from "./preview-subject.ts";

interface TimeTokProps {
  readonly at: string | null;
  /** The time of the decisions that are shown: what a step goes on from. */
  readonly now: string | null;
  readonly onChange: (at: string | null) => void;
}

/** When it is decided: now by the platform clock, or a time; steps beside it travel. */
export function TimeTok({ at, now, onChange }: TimeTokProps) {
  const [open, setOpen] = useState(false);
  const from = Date.parse(at ?? now ?? "") || Date.now();
  const words = at === null ? "now" : `at ${moment(at)}`;
  const step = (ms: number) => onChange(new Date(from + ms).toISOString());
  const when = { id: "when", title: `When: ${words}…`, group: "Edit", keywords: ["time decide"] };
  useCommands([{ ...when, run: () => setOpen(true) }]);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="When to decide"
      className="preview-time"
      trigger={<Tok aria-label={`When: ${words}`}>{words}</Tok>}
    >
      <div className="preview-time-form">
        <label className="field">
          <span className="label">Time here</span>
          <input
            className="input num"
            type="datetime-local"
            step={1}
            value={localText(from)}
            onChange={({ target }) => {
              const ms = Date.parse(target.value);
              if (!Number.isNaN(ms)) onChange(new Date(ms).toISOString());
            }}
          />
        </label>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would be one word too many. */}
        <div className="preview-steps" role="group" aria-label="Steps">
          {timeSteps.map(({ words: label, ms }) => (
            <button type="button" className="btn btn-sm num" key={label} onClick={() => step(ms)}>
              {label}
            </button>
          ))}
        </div>
        <button type="button" className="btn btn-sm" disabled={at === null} onClick={() => onChange(null)}>
          Now, by the platform clock
        </button>
      </div>
    </Popover>
  );
}

const minute = 60_000;

/** A time in ms UTC as a datetime-local field has it, on the clocks here. */
function localText(ms: number): string {
  const offset = new Date(ms).getTimezoneOffset() * minute;
  return new Date(ms - offset).toISOString().slice(0, 19);
}
