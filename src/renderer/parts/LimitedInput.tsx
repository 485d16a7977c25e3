import { type InputHTMLAttributes, useId } from "react";
import { tooLong } from "../text/too-long.ts";

interface LimitedInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> {
  readonly value: string;
  /** How many characters are taken. */
  readonly most: number;
  readonly onText: (text: string) => void;
}

/** A line of text that stands without a label. What is too long stays as it was typed or pasted, with a sentence under it. */
export function LimitedInput({ value, most, onText, ...input }: LimitedInputProps) {
  const id = useId();
  const problem = tooLong(value, most);
  return (
    <span className={problem === null ? "limited" : "limited is-long"}>
      <input
        className="input"
        {...input}
        {...(problem !== null && { "aria-invalid": true, "aria-describedby": id })}
        value={value}
        onChange={({ target }) => onText(target.value)}
      />
      {problem !== null && (
        <span className="field-error" id={id} role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}
