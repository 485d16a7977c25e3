import "./fields.css";
import { X } from "lucide-react";
import { useRef, useState } from "react";
import type { FieldValue, UserFields } from "../../../core/user.ts";
import { useConsole } from "../../page/console-context.ts";
import { useLatestValue } from "../../page/use-latest-value.ts";
import { Icon } from "../../parts/Icon.tsx";
import { Select } from "../../parts/Select.tsx";
import { offerUndo } from "../../stores/toasts-store.ts";
import { AddField } from "./AddField.tsx";
import { FieldInput } from "./FieldInput.tsx";
import { asFieldKind, fieldKindOf, fieldKinds, fieldKindWords, keptKind, listText } from "./field-value.ts";

interface FieldListProps {
  readonly fields: UserFields;
  /** Left out where nothing may be changed. Edits with the same mark in a row are one step of the way back. */
  readonly onChange?: (fields: UserFields, mark: string) => void;
}

/** Somebody's own facts, each edited where it stands. */
export function FieldList({ fields, onChange }: FieldListProps) {
  const list = useRef<HTMLDivElement>(null);
  const { toasts } = useConsole();
  const latest = useLatestValue(fields);
  const names = Object.keys(fields);
  const put = (name: string, value: FieldValue) => onChange?.({ ...fields, [name]: value }, `field ${name}`);
  /** For what is lost by one press: says it, and offers it back. */
  const offerBack = (name: string, value: FieldValue | undefined, said: string) =>
    offerUndo(toasts, said, {
      undo: () => value !== undefined && onChange?.({ ...latest.current, [name]: value }, `back ${name}`),
      commit: () => {},
    });
  const convert = (name: string, before: FieldValue, after: FieldValue) => {
    put(name, after);
    const [was, is] = [listText(before), listText(after)];
    if (was !== is) offerBack(name, before, `${name} is “${is}” now; it was “${was}”`);
  };
  const remove = (name: string) => {
    onChange?.(Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name)), `remove ${name}`);
    offerBack(name, fields[name], `Removed the field ${name}`);
    list.current?.querySelector<HTMLElement>(".tok-add")?.focus();
  };
  return (
    <div className="field-list" ref={list}>
      {names.length === 0 && <p className="direction">No fields yet.</p>}
      {names.map((name) => (
        <FieldRow
          key={name}
          name={name}
          value={fields[name] ?? ""}
          {...(onChange && {
            onPut: (value: FieldValue) => put(name, value),
            onConvert: (before: FieldValue, after: FieldValue) => convert(name, before, after),
            onRemove: () => remove(name),
          })}
        />
      ))}
      {onChange && <AddField taken={names} onAdd={put} />}
    </div>
  );
}

interface FieldRowProps {
  readonly name: string;
  readonly value: FieldValue;
  readonly onPut?: (value: FieldValue) => void;
  /** The value becomes one of another kind. */
  readonly onConvert?: (before: FieldValue, after: FieldValue) => void;
  readonly onRemove?: () => void;
}

function FieldRow({ name, value, onPut, onConvert, onRemove }: FieldRowProps) {
  const [chosen, setChosen] = useState(() => fieldKindOf(value));
  const kind = keptKind(chosen, value);
  if (onPut === undefined)
    return (
      <div className="field-row">
        <span className="field-name mono truncate">{name}</span>
        <span className="truncate" title={listText(value)}>
          {typeof value === "boolean" ? (value ? "Yes" : "No") : listText(value)}
        </span>
      </div>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend does not stand in a line.
    <div className="field-row" role="group" aria-label={name}>
      <span className="field-name mono truncate" title={name}>
        {name}
      </span>
      <FieldInput kind={kind} value={value} label={name} onChange={onPut} />
      <Select
        className="kind-select"
        aria-label={`Kind of ${name}`}
        value={kind}
        options={fieldKinds.map((one) => [one, fieldKindWords[one]] as const)}
        onChange={(to) => {
          setChosen(to);
          onConvert?.(value, asFieldKind(value, to));
        }}
      />
      <button
        type="button"
        className="btn btn-icon btn-sm"
        aria-label={`Remove the field ${name}`}
        onClick={onRemove}
      >
        <Icon of={X} size={14} />
      </button>
    </div>
  );
}
