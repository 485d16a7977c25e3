import "./fields.css";
import { Plus, X } from "lucide-react";
import { useContext, useRef, useState } from "react";
import { jsonEqual } from "../../../core/publishing/json-equal.ts";
import type { FieldValue, UserFields } from "../../../core/user.ts";
import { useSeen } from "../../page/reads.ts";
import { useOfferBack } from "../../page/use-offer-back.ts";
import { IconButton } from "../../parts/Button.tsx";
import { LimitedInput } from "../../parts/LimitedInput.tsx";
import { LineInput } from "../../parts/LineInput.tsx";
import { Select } from "../../parts/Select.tsx";
import { SuggestPopover } from "../../parts/Suggest.tsx";
import { TimeInput } from "../../parts/TimeInput.tsx";
import { Toggle } from "../../parts/Toggle.tsx";
import { Tok } from "../../parts/Tok.tsx";
import { tooLong } from "../../text/too-long.ts";
import { TypedNumber } from "../../values/TypedNumber.tsx";
import { TypedPlaceContext } from "../../values/typed-texts.ts";
import { useForgetHidden, useKeptText } from "../../values/use-typed.ts";
import {
  asFieldKind,
  emptyField,
  type FieldKind,
  fieldKindOf,
  fieldKinds,
  fieldKindWords,
  keptKind,
  listText,
  readList,
} from "./field-value.ts";

interface FieldListProps {
  readonly fields: UserFields;
  /** Left out where nothing may be changed. Edits with the same mark in a row are one step of the way back. */
  readonly onChange?: (change: (now: UserFields) => UserFields, mark: string) => void;
}

/** Somebody's own facts, each edited where it stands. */
export function FieldList({ fields, onChange }: FieldListProps) {
  const list = useRef<HTMLDivElement>(null);
  const offerBack = useOfferBack(fields);
  const names = Object.keys(fields);
  useForgetHidden(({ name, of }) => Object.hasOwn(fields, name) && fields[name] === of);
  const put = (name: string, value: FieldValue, mark = `field ${name}`) =>
    onChange?.((now) => ({ ...now, [name]: value }), mark);
  const convert = (name: string, before: FieldValue, after: FieldValue) => {
    put(name, after);
    const [was, is] = [listText(before), listText(after)];
    if (was !== is)
      offerBack(
        `${name} is “${is}” now; it was “${was}”`,
        (now) => jsonEqual(now[name], before),
        () => put(name, before, `back ${name}`),
      );
  };
  const remove = (name: string) => {
    const gone = { [name]: fields[name] ?? "" };
    onChange?.(({ [name]: _, ...others }) => others, `remove ${name}`);
    offerBack(
      `Removed the field ${name}`,
      (now) => Object.hasOwn(now, name),
      // What is there again already stays as it is.
      () => onChange?.((now) => ({ ...now, ...gone, ...now }), `back ${name}`),
    );
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
      {onChange && <AddField taken={names} onAdd={(name, value) => put(name, value)} />}
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
  const around = useContext(TypedPlaceContext);
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
      <TypedPlaceContext value={around && { ...around, name }}>
        <FieldInput kind={kind} value={value} label={name} onChange={onPut} />
      </TypedPlaceContext>
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
      <IconButton icon={X} label={`Remove the field ${name}`} onClick={onRemove} />
    </div>
  );
}

interface AddFieldProps {
  readonly taken: readonly string[];
  readonly onAdd: (name: string, value: FieldValue) => void;
}

const kindOfSeen: Readonly<Record<string, FieldKind>> = {
  number: "number",
  boolean: "boolean",
  list: "list",
};

/** Adds a field: one that others have, with a value as theirs, or a new one. */
function AddField({ taken, onAdd }: AddFieldProps) {
  const { seen, unread } = useSeen();
  const offered = (seen?.fields ?? []).filter(({ key }) => !taken.includes(key));
  const add = (name: string) => {
    const known = offered.find(({ key }) => key === name);
    onAdd(name, emptyField(kindOfSeen[known?.types[0] ?? ""] ?? "text"));
  };
  return (
    <SuggestPopover
      title="Add a field"
      command={{ title: "Add a field…", group: "Edit" }}
      trigger={
        <Tok look="add" icon={Plus}>
          Add a field
        </Tok>
      }
      label="Field name"
      placeholder="plan"
      free
      suggestions={offered.map(({ key, types }) => ({ value: key, hint: types.join(" or ") }))}
      check={(typed) => problemOf(typed, taken)}
      loading={seen === null}
      unread={unread}
      nothing="Type a name for it."
      onPick={add}
      // It is to be filled in.
      focusAfter={inputOf}
    />
  );
}

function problemOf(name: string, taken: readonly string[]): string | null {
  if (taken.includes(name)) return "There is one already.";
  return name === "__proto__" ? "That cannot be a field’s name." : tooLong(name, 128);
}

function inputOf(name: string): HTMLElement | null | undefined {
  const row = [...document.querySelectorAll<HTMLElement>(".field-row")].find(
    (one) => one.getAttribute("aria-label") === name,
  );
  return row?.querySelector<HTMLElement>("input, [role=switch]");
}

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
  return (
    <span className="field-input">
      <TypedNumber
        aria-label={label}
        value={typeof value === "number" ? value : undefined}
        // A number that is emptied stays what it was: without a value there is no field, which is what Remove is for.
        missing="needs a number"
        onNumber={(number) => number !== undefined && onChange(number)}
      />
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
