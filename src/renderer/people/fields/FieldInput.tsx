import { useState } from "react";
import { jsonEqual } from "../../../core/publishing/json-equal.ts";
import type { FieldValue } from "../../../core/user.ts";
import { ProblemLine } from "../../parts/Field.tsx";
import { LimitedInput } from "../../parts/LimitedInput.tsx";
import { LineInput } from "../../parts/LineInput.tsx";
import { TimeInput } from "../../parts/TimeInput.tsx";
import { Toggle } from "../../parts/Toggle.tsx";
import { unreadRef } from "../../parts/unread.ts";
import { readNumber } from "../../text/typed-number.ts";
import { useKeptText, useTyped } from "../../values/use-typed.ts";
import { type FieldKind, listText, readList } from "./field-value.ts";

/** The longest text that a field takes. */
const longestText = 8192;

interface FieldInputProps {
  readonly kind: FieldKind;
  readonly value: FieldValue;
  /** What it is of: the field's name. */
  readonly label: string;
  readonly onChange: (value: FieldValue) => void;
}

/** The input for a field's value, by what kind of value it is. */
export function FieldInput({ kind, value, label, onChange }: FieldInputProps) {
  const props = { value, label, onChange };
  if (kind === "number") return <NumberField {...props} />;
  if (kind === "boolean") return <BooleanField {...props} />;
  if (kind === "date") return <DateField {...props} />;
  if (kind === "list") return <ListField {...props} />;
  return <LimitedInput aria-label={label} value={String(value)} most={longestText} onText={onChange} />;
}

type OneFieldProps = Omit<FieldInputProps, "kind">;

function NumberField({ value, label, onChange }: OneFieldProps) {
  const typed = useTyped<number>({
    value: typeof value === "number" ? value : undefined,
    show: (number) => (number === undefined ? "" : String(number)),
    // A number that is emptied stays what it was: without a value there is no field, which is what Remove is for.
    read: (text) => (text.trim() === "" ? { problem: "needs a number" } : readNumber(text)),
    onChange: (number) => {
      if (number !== undefined) onChange(number);
    },
  });
  return (
    <span className="field-input">
      <input
        ref={unreadRef(typed.problem)}
        className="input num"
        inputMode="decimal"
        aria-label={label}
        aria-invalid={typed.problem !== null ? true : undefined}
        value={typed.text}
        onChange={({ target }) => typed.onText(target.value)}
      />
      <ProblemLine as="span">{typed.problem}</ProblemLine>
    </span>
  );
}

function BooleanField({ value, label, onChange }: OneFieldProps) {
  return (
    <span className="field-switch">
      <Toggle on={value === true} label={label} onChange={onChange} />
      {value === true ? "Yes" : "No"}
    </span>
  );
}

/** A day, or a time where the field has one; it is kept in UTC as it was written. */
function DateField({ value, label, onChange }: OneFieldProps) {
  const text = String(value);
  const timed = text.includes("T");
  const [kept, keep] = useKeptText();
  return (
    <TimeInput
      kind={timed ? "moment" : "day"}
      aria-label={timed ? `${label}, UTC` : label}
      value={timed ? new Date(text).toISOString().slice(0, 16) : text}
      unread={kept !== null && kept.of === value ? kept.text : null}
      onUnread={(typed) => keep(typed === null ? null : { text: typed, of: value, problem: "is not a date" })}
      onChange={(to) => {
        if (to !== "") onChange(timed ? `${to.padEnd(19, ":00")}Z` : to);
      }}
    />
  );
}

/** A list with commas between; read as it is typed, shown as it was read when one leaves, or when it is another. */
function ListField({ value, label, onChange }: OneFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <LineInput
      aria-label={`${label}, a list with commas between`}
      value={typed !== null && jsonEqual(readList(typed), value) ? typed : listText(value)}
      onText={(text) => {
        setTyped(text);
        onChange(readList(text));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
