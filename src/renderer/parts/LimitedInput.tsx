import { type InputHTMLAttributes, useId } from "react";
import { tooLong } from "../text/too-long.ts";
import { ProblemLine } from "./Field.tsx";
import { LineInput } from "./LineInput.tsx";
import { SuggestInput } from "./SuggestInput.tsx";

interface LimitedInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> {
  readonly value: string;
  /** How many characters are taken. */
  readonly most: number;
  readonly onText: (text: string) => void;
  /** What was used before, to choose from. */
  readonly suggestions?: readonly string[];
}

/** A line of text that stands without a label. What is too long stays as it was typed or pasted, with a sentence under it. */
export function LimitedInput({ value, most, onText, suggestions, ...input }: LimitedInputProps) {
  const id = useId();
  const problem = tooLong(value, most);
  const invalid = problem === null ? {} : { "aria-invalid": true, "aria-describedby": id };
  return (
    <span className={problem === null ? "limited" : "limited is-long"}>
      {suggestions === undefined ? (
        <LineInput {...input} {...invalid} value={value} onText={onText} />
      ) : (
        <SuggestInput {...{ suggestions, value, onText }} {...input} {...invalid} />
      )}
      <ProblemLine as="span" id={id}>
        {problem}
      </ProblemLine>
    </span>
  );
}
