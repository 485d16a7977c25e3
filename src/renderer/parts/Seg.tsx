import { RadioGroup } from "radix-ui";
import type { ComponentProps } from "react";
import { Radio } from "./Radio.tsx";

interface SegProps<V extends string | number>
  extends Pick<
    ComponentProps<typeof RadioGroup.Root>,
    "aria-label" | "aria-labelledby" | "aria-describedby"
  > {
  readonly value: V;
  /** Each choice with its words, in order. */
  readonly options: readonly (readonly [value: V, words: string])[];
  readonly onChange: (value: V) => void;
}

/** A choice between a few words side by side. */
export function Seg<V extends string | number>({ value, options, onChange, ...named }: SegProps<V>) {
  const choose = (text: string) => {
    const chosen = options.find(([one]) => String(one) === text);
    if (chosen !== undefined) onChange(chosen[0]);
  };
  return (
    <RadioGroup.Root
      className="seg"
      orientation="horizontal"
      {...named}
      value={String(value)}
      onValueChange={choose}
    >
      {options.map(([one, words]) => (
        <Radio key={one} value={String(one)}>
          {words}
        </Radio>
      ))}
    </RadioGroup.Root>
  );
}
