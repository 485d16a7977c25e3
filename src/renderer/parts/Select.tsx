import type { SelectHTMLAttributes } from "react";

type Attributes = Omit<SelectHTMLAttributes<HTMLSelectElement>, "value" | "onChange" | "children">;

export interface SelectProps<V extends string | number> extends Attributes {
  readonly value: V;
  /** Each choice with its words, in order. */
  readonly options: readonly (readonly [value: V, words: string])[];
  readonly onChange: (value: V) => void;
}

/** One of a few choices, given back as what it is and not as text. */
export function Select<V extends string | number>({
  value,
  options,
  onChange,
  className = "",
  ...rest
}: SelectProps<V>) {
  const choose = (text: string) => {
    const chosen = options.find(([one]) => String(one) === text);
    if (chosen !== undefined) onChange(chosen[0]);
  };
  return (
    <select
      {...rest}
      className={`select ${className}`.trim()}
      value={value}
      onChange={({ target }) => choose(target.value)}
    >
      {options.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </select>
  );
}
