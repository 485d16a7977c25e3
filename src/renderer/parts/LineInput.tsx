import { type InputHTMLAttributes, type Ref, type TextareaHTMLAttributes, useState } from "react";
import { hasLines, withItsBreaks } from "../text/line-breaks.ts";

export interface LineInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> {
  readonly ref?: Ref<HTMLInputElement>;
  readonly value: string;
  readonly onText: (text: string) => void;
}

/**
 * A line of text. One that has line breaks, as files and the API may bring it, has as many lines as it needs: browsers take the
 * breaks out of what an `<input>` holds. Enter adds one there. It stays so until it is left.
 */
export function LineInput({ value, onText, className = "input", onBlur, ...input }: LineInputProps) {
  const isLong = hasLines(value);
  const [wasLong, setWasLong] = useState(isLong);
  if (isLong && !wasLong) setWasLong(true);
  if (!isLong && !wasLong)
    return (
      <input
        className={className}
        {...input}
        value={value}
        onBlur={onBlur}
        onChange={({ target }) => onText(target.value)}
      />
    );
  return (
    <textarea
      className={`${className} grows`}
      rows={2}
      // An input's own attributes, such as its type, do nothing on a text area.
      {...(input as unknown as TextareaHTMLAttributes<HTMLTextAreaElement>)}
      value={value}
      onBlur={(event) => {
        setWasLong(hasLines(event.target.value));
        onBlur?.(event as never);
      }}
      onChange={({ target }) => onText(withItsBreaks(value, target.value))}
    />
  );
}
