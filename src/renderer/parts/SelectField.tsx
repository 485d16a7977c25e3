import type { ReactNode } from "react";
import { Field } from "./Field.tsx";
import { Select, type SelectProps } from "./Select.tsx";

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
