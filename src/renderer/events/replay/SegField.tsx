import { useId } from "react";
import { Seg } from "../../parts/Radio.tsx";

interface SegFieldProps<V extends string | number> {
  readonly label: string;
  readonly help: string;
  readonly value: V;
  /** Each choice with its words, in order. */
  readonly options: readonly (readonly [value: V, words: string])[];
  readonly onChange: (value: V) => void;
}

/** A labelled choice between a few words side by side, with a line that says what the chosen one does. */
export function SegField<V extends string | number>(props: SegFieldProps<V>) {
  const { label, help, value, options, onChange } = props;
  const id = useId();
  return (
    <div className="field seg-field">
      <span className="label" id={id}>
        {label}
      </span>
      <Seg
        aria-labelledby={id}
        aria-describedby={`${id}-help`}
        value={value}
        options={options}
        onChange={onChange}
      />
      <p className="direction small" id={`${id}-help`}>
        {help}
      </p>
    </div>
  );
}
