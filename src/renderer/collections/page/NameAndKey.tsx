import { useState } from "react";
import type { FieldError } from "../../../core/problem.ts";
import { useHere } from "../../app/use-here.ts";
import { Field } from "../../parts/Field.tsx";
import { errorAt } from "../model/errors-at.ts";

interface NameAndKeyProps {
  readonly value: { readonly name: string; readonly key: string };
  readonly errors: readonly FieldError[];
  readonly onName: (name: string) => void;
  /** Called when a new key is complete, not with every letter: addresses hang on it. */
  readonly onKey: (key: string) => void;
}

/** What people call a thing, and what code does. */
export function NameAndKey({ value, errors, onName, onKey }: NameAndKeyProps) {
  const { canEdit } = useHere();
  const [typed, setTyped] = useState<string | null>(null);
  const commit = () => {
    if (typed !== null && typed.trim() !== value.key) onKey(typed.trim());
    setTyped(null);
  };
  return (
    <div className="name-and-key">
      <Field label="Name" error={errorAt(errors, ["name"])}>
        {(tie) => (
          <input
            {...tie}
            className="input"
            readOnly={!canEdit}
            value={value.name}
            maxLength={200}
            onChange={({ target }) => onName(target.value)}
          />
        )}
      </Field>
      <Field
        label="Key"
        error={errorAt(errors, ["key"])}
        hint="Its name in flags, addresses and generated code: apps that use the old one must be built anew."
      >
        {(tie) => (
          <input
            {...tie}
            className="input mono"
            readOnly={!canEdit}
            value={typed ?? value.key}
            maxLength={64}
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={commit}
            onKeyDown={({ key }) => key === "Enter" && commit()}
          />
        )}
      </Field>
    </div>
  );
}
