import { Slider } from "radix-ui";
import { type ReactNode, useState } from "react";
import { rolloutWords } from "../../model/value-words.ts";
import { Explain } from "../../parts/Explain.tsx";
import { Popover } from "../../parts/Popover.tsx";
import { Sentence } from "../../parts/Sentence.tsx";
import { Tok } from "../../parts/Tok.tsx";
import type { Read } from "../../values/use-typed.ts";
import { useTyped } from "../../values/use-typed.ts";

interface RolloutSentenceProps {
  readonly rollout: number;
  readonly error: string | null;
  readonly onChange: (rollout: number) => void;
  /** How many get it now. */
  readonly reached: ReactNode;
}

/** Reads percent in steps of 0.01. */
export function readRollout(text: string): Read<number> {
  const number = Number(text.replace("%", "").replace(",", ".").trim());
  if (text.trim() === "" || Number.isNaN(number)) return { problem: "is not a number" };
  if (number < 0 || number > 100) return { problem: "must be 0 to 100" };
  return { value: Math.round(number * 100) / 100 };
}

/** How many of its audience get a scenario: "Roll out to 25.00 % of them." */
export function RolloutSentence({ rollout, error, onChange, reached }: RolloutSentenceProps) {
  return (
    <Sentence label="Rollout">
      <div className="line">
        Roll out to <RolloutTok rollout={rollout} error={error} onChange={onChange} /> of them{" "}
        <Slider.Root
          className="slider"
          min={0}
          max={100}
          step={1}
          value={[rollout]}
          onValueChange={([to]) => to !== undefined && onChange(to)}
        >
          <Slider.Track className="slider-track">
            <Slider.Range className="slider-range" />
          </Slider.Track>
          <Slider.Thumb
            className="slider-thumb"
            aria-label="Rollout"
            aria-valuetext={rolloutWords(rollout)}
          />
        </Slider.Root>{" "}
        <Explain about="rollouts" after={reached}>
          <p>
            Everybody has a fixed place from 0 to 99.99, worked out from this Experience's id and their own.
            They are in while their place is below the percentage, so growing it only adds people: nobody who
            has it loses it.
          </p>
          <p>
            Another Experience has other places, so that it is not always the same people who get what is new.
          </p>
        </Explain>
      </div>
    </Sentence>
  );
}

function RolloutTok({ rollout, error, onChange }: Omit<RolloutSentenceProps, "reached">) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Rollout in percent"
      trigger={
        <Tok
          className="num"
          aria-label={`Rollout: ${rolloutWords(rollout)}`}
          aria-invalid={error === null ? undefined : true}
        >
          {rolloutWords(rollout)}
        </Tok>
      }
    >
      <RolloutField rollout={rollout} onChange={onChange} onDone={() => setOpen(false)} />
    </Popover>
  );
}

interface RolloutFieldProps {
  readonly rollout: number;
  readonly onChange: (rollout: number) => void;
  readonly onDone: () => void;
}

const steps: Readonly<Record<string, number>> = { ArrowUp: 0.01, ArrowDown: -0.01, PageUp: 1, PageDown: -1 };

function RolloutField({ rollout, onChange, onDone }: RolloutFieldProps) {
  const typed = useTyped<number>({
    value: rollout,
    show: (value) => (value ?? 0).toFixed(2),
    read: readRollout,
    onChange: (to) => to !== undefined && onChange(to),
  });
  const by = (step: number) =>
    typed.settle(Math.round(Math.max(0, Math.min(100, rollout + step)) * 100) / 100);
  return (
    <div className="field">
      <label className="label" htmlFor="rollout-percent">
        Percent
      </label>
      <input
        id="rollout-percent"
        className="input num"
        role="spinbutton"
        inputMode="decimal"
        aria-valuenow={rollout}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-invalid={typed.problem === null ? undefined : true}
        value={typed.text}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => typed.onText(target.value)}
        onKeyDown={(event) => {
          const step = steps[event.key];
          // What cannot be right is said here: closed, it would be gone without a word.
          if (event.key === "Enter" && typed.problem === null) onDone();
          if (step === undefined) return;
          event.preventDefault();
          by(step);
        }}
      />
      <p
        className={typed.problem === null ? "direction small" : "field-error"}
        role={typed.problem === null ? undefined : "alert"}
      >
        {typed.problem ?? "In steps of 0.01; the arrows and Page keys change it."}
      </p>
    </div>
  );
}
