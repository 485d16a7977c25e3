import "./fields.css";
import { X } from "lucide-react";
import { useRef, useState } from "react";
import type { FieldValue, UserFields } from "../../../core/user.ts";
import { Icon } from "../../parts/Icon.tsx";
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
  const names = Object.keys(fields);
  const put = (name: string, value: FieldValue) => onChange?.({ ...fields, [name]: value }, `field ${name}`);
  const remove = (name: string) => {
    onChange?.(Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name)), `remove ${name}`);
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
          {...(onChange && { onPut: (value: FieldValue) => put(name, value), onRemove: () => remove(name) })}
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
  readonly onRemove?: () => void;
}

function FieldRow({ name, value, onPut, onRemove }: FieldRowProps) {
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
      <select
        className="select kind-select"
        aria-label={`Kind of ${name}`}
        value={kind}
        onChange={({ target }) => {
          const to = fieldKinds.find((one) => one === target.value);
          if (to === undefined) return;
          setChosen(to);
          onPut(asFieldKind(value, to));
        }}
      >
        {fieldKinds.map((one) => (
          <option key={one} value={one}>
            {fieldKindWords[one]}
          </option>
        ))}
      </select>
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
