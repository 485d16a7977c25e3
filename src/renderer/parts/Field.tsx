import { type InputHTMLAttributes, type ReactNode, useId } from "react";
import { longestName, tooLong } from "../text/too-long.ts";
import { LineInput } from "./LineInput.tsx";
import { Select, type SelectProps } from "./Select.tsx";

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  /** Gets what ties the control to its label, hint and error. */
  readonly children: (tie: {
    readonly id: string;
    readonly "aria-describedby": string | undefined;
    readonly "aria-invalid": boolean | undefined;
  }) => ReactNode;
}

/** A labelled control with a hint, and the reason beside it when it was refused. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = hint !== undefined || error ? `${id}-about` : undefined;
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children({ id, "aria-describedby": described, "aria-invalid": error ? true : undefined })}
      {described !== undefined && (
        <p
          id={described}
          className={error ? "field-error" : "direction small"}
          role={error ? "alert" : undefined}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}

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
        <LineInput
          autoComplete="off"
          {...(code && { spellCheck: false })}
          {...input}
          {...tie}
          className={code ? "input mono" : "input"}
          onText={onChange}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps<V extends string | number>
  extends Pick<SelectProps<V>, "value" | "options" | "onChange" | "disabled"> {
  readonly label: string;
  readonly hint?: ReactNode;
}

/** A labelled choice. */
export function SelectField<V extends string | number>({ label, hint, ...select }: SelectFieldProps<V>) {
  return (
    <Field label={label} hint={hint}>
      {(tie) => <Select {...tie} {...select} />}
    </Field>
  );
}

interface NameFieldProps {
  readonly value: string;
  readonly error: string | null;
  readonly hint: string;
  readonly onChange: (name: string) => void;
}

/** The field for a new thing's name. */
export const NameField = (field: NameFieldProps) => <TextField label="Name" most={longestName} {...field} />;

interface ProblemLineProps {
  readonly as?: "p" | "span";
  readonly id?: string;
  /** Nothing is shown where this is null. */
  readonly children: ReactNode;
}

/** What is wrong, said as soon as it is. */
export const ProblemLine = ({ as: Tag = "p", id, children }: ProblemLineProps) =>
  children !== null && (
    <Tag className="field-error" id={id} role="alert">
      {children}
    </Tag>
  );
