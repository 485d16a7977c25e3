import { type EventPair, pairKeys } from "../../../core/event.ts";
import { useSeen } from "../../page/reads.ts";
import { EditTok } from "../../parts/EditTok.tsx";
import { LimitedInput } from "../../parts/LimitedInput.tsx";
import { SpinInput } from "../../parts/SpinInput.tsx";
import { Tok } from "../../parts/Tok.tsx";
import { readWhole } from "../../text/typed-number.ts";

interface PairsTokProps {
  /** The event's name: what it was seen with is suggested. */
  readonly name: string;
  readonly pairs: readonly EventPair[];
  readonly onChange: (pairs: readonly EventPair[]) => void;
}

/** An event's metadata in a sentence: up to three pairs, edited in a popover. */
export function PairsTok({ name, pairs, onChange }: PairsTokProps) {
  const words = pairs.map(({ key, value }) => `${key} ${value}`).join(", ");
  const trigger =
    words === "" ? (
      <Tok look="add" aria-label={`Metadata of ${name}`}>
        with…
      </Tok>
    ) : (
      <Tok aria-label={`Metadata: ${words}`}>with {words}</Tok>
    );
  return (
    <EditTok
      label={`Metadata of ${name}`}
      trigger={trigger}
      start={() => pairKeys.map((_, place) => pairs[place] ?? { key: "", value: "" })}
      read={(draft) => ({ value: draft.filter(({ key }) => key.trim() !== "") })}
      onCommit={onChange}
      formClass="pairs-form"
    >
      {(draft, set) => (
        <>
          <div className="made-up-pair label" aria-hidden="true">
            <span>Key</span>
            <span>Value</span>
          </div>
          {draft.map((pair, place) => (
            <PairRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a pair is its place.
              key={place}
              name={name}
              place={place + 1}
              pair={pair}
              onChange={(to) => set(draft.with(place, { ...pair, ...to }))}
            />
          ))}
        </>
      )}
    </EditTok>
  );
}

interface PairRowProps {
  readonly name: string;
  readonly place: number;
  readonly pair: EventPair;
  readonly onChange: (to: Partial<EventPair>) => void;
}

function PairRow({ name, place, pair, onChange }: PairRowProps) {
  const known = useSeen().seen?.events.find((one) => one.name === name)?.pairs ?? [];
  const values = known.find(({ key }) => key === pair.key)?.values ?? [];
  return (
    <div className="made-up-pair">
      <LimitedInput
        aria-label={`Key ${place}`}
        placeholder="genre"
        suggestions={known.map(({ key }) => key)}
        most={64}
        value={pair.key}
        onText={(key) => onChange({ key })}
      />
      <LimitedInput
        aria-label={`Value ${place}`}
        placeholder="drama"
        suggestions={values}
        most={256}
        value={pair.value}
        onText={(value) => onChange({ value })}
      />
    </div>
  );
}

interface NumberTokProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** A whole number in a sentence. */
export function NumberTok({ label, value, min, max, onChange }: NumberTokProps) {
  return (
    <EditTok
      label={label}
      trigger={<Tok aria-label={`${label}: ${value}`}>{value}</Tok>}
      start={() => String(value)}
      read={(typed) => readWhole(typed, min, max)}
      onCommit={onChange}
      formClass="number-form"
    >
      {(typed, set, problem) => (
        <SpinInput
          aria-label={label}
          aria-invalid={problem === null ? undefined : true}
          min={min}
          max={max}
          value={typed}
          onText={set}
        />
      )}
    </EditTok>
  );
}
