import { useState } from "react";
import { type EventPair, pairKeys } from "../../../core/event.ts";
import { useSeen } from "../../app/reads.ts";
import { LimitedInput } from "../../parts/LimitedInput.tsx";
import { Popover } from "../../parts/Popover.tsx";
import { Tok } from "../../parts/Tok.tsx";

interface PairsTokProps {
  /** The event's name: what it was seen with is suggested. */
  readonly name: string;
  readonly pairs: readonly EventPair[];
  readonly onChange: (pairs: readonly EventPair[]) => void;
}

/** An event's metadata in a sentence: up to three pairs, edited in a popover. */
export function PairsTok({ name, pairs, onChange }: PairsTokProps) {
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState<readonly EventPair[]>([]);
  const words = pairs.map(({ key, value }) => `${key} ${value}`).join(", ");
  const start = (to: boolean) => {
    if (to) setDraft(pairKeys.map((_, place) => pairs[place] ?? { key: "", value: "" }));
    setOpen(to);
  };
  const put = (place: number, change: Partial<EventPair>) => {
    const next = draft.map((pair, at) => (at === place ? { ...pair, ...change } : pair));
    setDraft(next);
    onChange(next.filter(({ key }) => key.trim() !== ""));
  };
  const trigger =
    words === "" ? (
      <Tok look="add" aria-label={`Metadata of ${name}`}>
        with…
      </Tok>
    ) : (
      <Tok aria-label={`Metadata: ${words}`}>with {words}</Tok>
    );
  return (
    <Popover open={open} onOpenChange={start} label={`Metadata of ${name}`} trigger={trigger}>
      <div className="pairs-form">
        {draft.map((pair, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a pair is its place.
          <PairRow key={place} name={name} place={place + 1} pair={pair} onChange={(to) => put(place, to)} />
        ))}
      </div>
    </Popover>
  );
}

interface PairRowProps {
  readonly name: string;
  readonly place: number;
  readonly pair: EventPair;
  readonly onChange: (to: Partial<EventPair>) => void;
}

function PairRow({ name, place, pair, onChange }: PairRowProps) {
  const known = useSeen()?.events.find((one) => one.name === name)?.pairs ?? [];
  const values = known.find(({ key }) => key === pair.key)?.values ?? [];
  return (
    <div className="made-up-pair">
      <LimitedInput
        aria-label={`Key ${place}`}
        placeholder="genre"
        list={`pair-keys-${place}`}
        most={64}
        value={pair.key}
        onText={(key) => onChange({ key })}
      />
      <LimitedInput
        aria-label={`Value ${place}`}
        placeholder="drama"
        list={`pair-values-${place}`}
        most={256}
        value={pair.value}
        onText={(value) => onChange({ value })}
      />
      <datalist id={`pair-keys-${place}`}>
        {known.map(({ key }) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      <datalist id={`pair-values-${place}`}>
        {values.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </div>
  );
}
