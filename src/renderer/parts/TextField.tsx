import type { InputHTMLAttributes, ReactNode } from "react";
import { tooLong } from "../text/too-long.ts";
import { Field } from "./Field.tsx";

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange" | "id"> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  /** How many characters are taken; what is longer stays as it was typed, and is told. */
  readonly most?: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** For what code reads: set in mono, and not checked for spelling. */
  readonly code?: boolean;
}

/** A labelled line of text. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error = null, most, onChange, code = false, ...input } = props;
  const long = most === undefined ? null : tooLong(input.value, most);
  return (
    <Field label={label} hint={hint} error={long ?? error}>
      {(tie) => (
        <input
          autoComplete="off"
          {...(code && { spellCheck: false })}
          {...input}
          {...tie}
          className={code ? "input mono" : "input"}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
