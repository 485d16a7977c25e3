import { useState } from "react";
import { jsonEqual } from "../../../core/publishing/json-equal.ts";

export type Read<V> = { readonly value: V | undefined } | { readonly problem: string };

interface Typed<V> {
  readonly text: string;
  readonly problem: string | null;
  readonly onText: (text: string) => void;
  /** Forgets what was typed and cannot be read. */
  readonly settle: (value: V | undefined) => void;
}

interface TypedOptions<V> {
  readonly value: V | undefined;
  readonly show: (value: V | undefined) => string;
  readonly read: (text: string) => Read<V>;
  readonly onChange: (value: V | undefined) => void;
}

/** A value that is typed as text: what was typed stays as it is for as long as it means the value that is there. */
export function useTyped<V>({ value, show, read, onChange }: TypedOptions<V>): Typed<V> {
  const [typed, setTyped] = useState<{ text: string; of: V | undefined; problem: string | null } | null>(
    null,
  );
  const current = typed !== null && jsonEqual(typed.of, value) ? typed : null;
  return {
    text: current?.text ?? show(value),
    problem: current?.problem ?? null,
    onText: (text) => {
      const result = read(text);
      if ("problem" in result) return setTyped({ text, of: value, problem: result.problem });
      setTyped({ text, of: result.value, problem: null });
      onChange(result.value);
    },
    settle: (to) => {
      setTyped(null);
      onChange(to);
    },
  };
}
