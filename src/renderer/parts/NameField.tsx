import { Field } from "./Field.tsx";

interface NameFieldProps {
  readonly value: string;
  readonly error: string | null;
  readonly hint: string;
  readonly onChange: (name: string) => void;
}

/** The field for a new thing's name: at most as long as the API takes. */
export function NameField({ value, error, hint, onChange }: NameFieldProps) {
  return (
    <Field label="Name" error={error} hint={hint}>
      {(tie) => (
        <input
          {...tie}
          className="input"
          value={value}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
