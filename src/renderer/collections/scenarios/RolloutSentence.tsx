import { Slider } from "radix-ui";
import type { ReactNode } from "react";
import { rolloutWords } from "../../model/value-words.ts";
import { type Drafted, EditTok } from "../../parts/EditTok.tsx";
import { Explain } from "../../parts/Explain.tsx";
import { Field } from "../../parts/Field.tsx";
import { Sentence } from "../../parts/Sentence.tsx";
import { Tok } from "../../parts/Tok.tsx";
import { readNumber } from "../../text/typed-number.ts";

interface RolloutSentenceProps {
  readonly rollout: number;
  readonly error: string | null;
  readonly onChange: (rollout: number) => void;
  /** How many get it now. */
  readonly reached: ReactNode;
}

/** Reads percent in steps of 0.01. */
export function readRollout(text: string): Drafted<number> {
  const read = readNumber(text.replace("%", ""));
  if ("problem" in read) return read;
  const { value = Number.NaN } = read;
  return value >= 0 && value <= 100
    ? { value: Math.round(value * 100) / 100 }
    : { problem: "must be 0 to 100" };
}

/** How many of its audience get a scenario: "Roll out to 25 % of them." */
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

const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

function RolloutTok({ rollout, error, onChange }: Omit<RolloutSentenceProps, "reached">) {
  const words = rolloutWords(rollout);
  return (
    <EditTok
      label="Rollout in percent"
      trigger={
        <Tok
          className="num"
          aria-label={`Rollout: ${words}`}
          aria-invalid={error === null ? undefined : true}
        >
          {words}
        </Tok>
      }
      start={() => String(rollout)}
      read={readRollout}
      onCommit={onChange}
    >
      {(text, set, problem) => <RolloutField text={text} onText={set} problem={problem} />}
    </EditTok>
  );
}

interface RolloutFieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly problem: string | null;
}

function RolloutField({ text, onText, problem }: RolloutFieldProps) {
  const read = readRollout(text);
  const now = "value" in read ? read.value : undefined;
  return (
    <Field
      label="Percent"
      error={problem}
      hint="In steps of 0.01 %. Arrow keys change it by 1, Page keys by 10."
    >
      {(tie) => (
        <input
          {...tie}
          className="input num"
          role="spinbutton"
          inputMode="decimal"
          aria-valuenow={now}
          aria-valuemin={0}
          aria-valuemax={100}
          value={text}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => onText(target.value)}
          onKeyDown={(event) => {
            const step = steps[event.key];
            if (step === undefined) return;
            event.preventDefault();
            if (now !== undefined) onText(String(Number(Math.max(0, Math.min(100, now + step)).toFixed(2))));
          }}
        />
      )}
    </Field>
  );
}
