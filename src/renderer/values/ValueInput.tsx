import { useContext } from "react";
import type { Property, PropertyType } from "../../core/experience-type.ts";
import { jsonEqual } from "../../core/publishing/json-equal.ts";
import { Button } from "../parts/Button.tsx";
import { ProblemLine } from "../parts/Field.tsx";
import { LineInput } from "../parts/LineInput.tsx";
import { Select } from "../parts/Select.tsx";
import { TimeInput } from "../parts/TimeInput.tsx";
import { Toggle } from "../parts/Toggle.tsx";
import { fromLocalInput, toLocalInput } from "../text/format.ts";
import { withItsBreaks } from "../text/line-breaks.ts";
import { platformNow } from "../text/platform-clock.ts";
import { readNumber } from "../text/typed-number.ts";
import { ColorInput, typedOfColor } from "./ColorInput.tsx";
import { itemsOf, ListInput } from "./ListInput.tsx";
import { TypedNumber } from "./TypedNumber.tsx";
import { itemPart, TypedPlaceContext } from "./typed-texts.ts";
import { type Read, useForgetHidden, useKeptText, useKeptTime, useTyped } from "./use-typed.ts";
import { ImageInput } from "./ValueView.tsx";

const inputs: Readonly<Record<PropertyType, (props: ValueInputProps) => React.ReactNode>> = {
  string: TextInput,
  url: TextInput,
  text: TextAreaInput,
  number: NumberInput,
  boolean: BooleanInput,
  color: ColorInput,
  image: ImageInput,
  date: DateInput,
  select: SelectInput,
  list: ListInput,
  json: JsonInput,
};

/** The input for a property's value, by its type. */
export function ValueInput(props: ValueInputProps) {
  const Input = inputs[props.property.type];
  const around = useContext(TypedPlaceContext);
  const name = `${around?.name ?? ""}${props.property.key}`;
  useForgetHidden((kept) => {
    if (kept.name !== name && !kept.name.endsWith(` ${name}`)) return true;
    const part = kept.name.slice(0, kept.name.length - name.length).trimEnd();
    return jsonEqual(kept.of, typedPart(props.property, props.value, part));
  });
  return (
    <TypedPlaceContext value={around && { ...around, name }}>
      <Input {...props} />
    </TypedPlaceContext>
  );
}

const nothing = Symbol("is not typed there");

/** What is typed as text of a value, in the field for it all ("") or for a part of it ("2 of"). */
function typedPart(property: Property, value: unknown, part: string): unknown {
  if (property.type === "list") {
    const item = itemsOf(value ?? property.default).find((_, index) => itemPart(index) === part);
    return typeof item === "number" ? item : nothing;
  }
  if (property.type === "color") return typedOfColor(property, value, part);
  if (part !== "") return nothing;
  if (property.type === "number") return typeof value === "number" ? value : undefined;
  return property.type === "date" || property.type === "json" ? value : nothing;
}

function NumberInput(props: ValueInputProps) {
  const { property, value, onChange } = props;
  return (
    <TypedNumber
      {...tieOf(props)}
      className="input num number-input"
      value={typeof value === "number" ? value : undefined}
      placeholder={typeof property.default === "number" ? String(property.default) : undefined}
      onNumber={onChange}
    />
  );
}

/** On or off; while it is not set the default shows. */
function BooleanInput({ property, value, onChange, label, describedBy }: ValueInputProps) {
  const on = (value ?? property.default) === true;
  return (
    <>
      <Toggle on={on} onChange={onChange} label={label} describedBy={describedBy} />
      {on ? "On" : "Off"}
    </>
  );
}

/** One of the property's options, or none. */
function SelectInput(props: ValueInputProps) {
  const { property, value, onChange } = props;
  const options = [...new Set(property.options)];
  const chosen = typeof value === "string" ? value : "";
  const unset = typeof property.default === "string" ? `Default: ${property.default}` : "Not set";
  const gone = chosen !== "" && !options.includes(chosen);
  return (
    <Select
      {...tieOf(props)}
      value={chosen}
      options={[
        ["", unset],
        ...(gone ? [[chosen, `${chosen} (no longer an option)`] as const] : []),
        ...options.map((option) => [option, option] as const),
      ]}
      onChange={(value) => onChange(value === "" ? undefined : value)}
    />
  );
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const hintOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** One line of text, or as many as it has. An address that is emptied is not set; a string may be empty. */
function TextInput(props: ValueInputProps) {
  const { property, value, onChange } = props;
  const isUrl = property.type === "url";
  return (
    <LineInput
      {...tieOf(props)}
      className={isUrl ? "input mono" : "input"}
      value={textOf(value)}
      placeholder={hintOf(property.default) ?? (isUrl ? "https://… or /path" : undefined)}
      spellCheck={!isUrl}
      onText={(text) => onChange(isUrl && text === "" ? undefined : text)}
    />
  );
}

/** Text of any length; the field grows with it. */
function TextAreaInput(props: ValueInputProps) {
  const { property, value, onChange } = props;
  return (
    <textarea
      {...tieOf(props)}
      className="input grows"
      rows={2}
      value={textOf(value)}
      placeholder={hintOf(property.default)}
      onChange={({ target }) => onChange(withItsBreaks(textOf(value), target.value))}
    />
  );
}

/** As much of a time as such a field shows. */
const toMinutes = "2026-12-04T20:15".length;

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
/** What a field's text says: a day as it is, a local time as an instant in UTC; undefined for nothing. */
export function readDate(text: string): string | undefined {
  return isDay(text) ? text : fromLocalInput(text);
}

/** A day, or a day and a time by the clock here. */
function DateInput(props: ValueInputProps) {
  const { property, value, onChange, label } = props;
  const date = typeof value === "string" ? value : "";
  const kind = date === "" && typeof property.default === "string" ? property.default : date;
  const [kept, keep] = useKeptText();
  const [before, setBefore] = useKeptTime();
  const timed = (date === "" ? before : null) ?? (kind !== "" && !isDay(kind));
  const turn = (withTime: boolean) => {
    setBefore(withTime);
    if (date === "") return onChange(withTime ? platformNow().toISOString() : undefined);
    onChange(withTime ? readDate(`${date}T00:00`) : toLocalInput(date).slice(0, 10));
  };
  return (
    <span className="date-input">
      <TimeInput
        {...tieOf(props)}
        kind={timed ? "moment" : "day"}
        value={timed && date !== "" ? toLocalInput(date).slice(0, toMinutes) : date}
        unread={kept !== null && jsonEqual(kept.of, value) ? kept.text : null}
        onUnread={(text) => keep(text === null ? null : { text, of: value, problem: "is not a date" })}
        onChange={(text) => {
          setBefore(timed);
          onChange(readDate(text));
        }}
      />
      <label className="check">
        <input
          type="checkbox"
          aria-label={`${label} with a time`}
          checked={timed}
          onChange={({ target }) => turn(target.checked)}
        />
        time
      </label>
    </span>
  );
}

const indent = 2;

/** Reads JSON; empty is not set. What is wrong is said with its line; so is what would be kept as something else than was typed. */
export function readJson(text: string): Read<unknown> {
  if (text.trim() === "") return { value: undefined };
  try {
    const value: unknown = JSON.parse(text.trim());
    const problem = changedInJson(text, value);
    return problem === null ? { value } : { problem };
  } catch (error) {
    return { problem: `is not JSON: ${error instanceof Error ? inOneLine(error.message) : "unreadable"}` };
  }
}

/** A name, another text, or a number of a JSON text. */
const jsonParts = /(?<name>"(?:[^"\\]|\\.)*"\s*:)|"(?:[^"\\]|\\.)*"|(?<number>-?\d[\d.eE+-]*)/g;

/** What of a JSON text its value has lost: digits of a number, or all but the last of a name's values. */
function changedInJson(text: string, value: unknown): string | null {
  const parts = partsOf(text);
  for (const { number = "" } of parts) {
    const read = readNumber(number);
    if ("problem" in read) return `has ${number.slice(0, 40)}, which ${read.problem}`;
  }
  return namesIn(parts) > namesIn(partsOf(JSON.stringify(value)))
    ? "has a name twice in one object: only the last would be kept"
    : null;
}

type JsonPart = NonNullable<RegExpMatchArray["groups"]>;
const partsOf = (text: string): readonly JsonPart[] =>
  [...text.matchAll(jsonParts)].map(({ groups = {} }) => groups);
const namesIn = (parts: readonly JsonPart[]): number => parts.filter(({ name }) => name !== undefined).length;

const inOneLine = (message: string): string => message.replace(/\s+/g, " ").slice(0, 160);

/** Any JSON, as it is typed until it is put in shape. */
function JsonInput(props: ValueInputProps) {
  const { value, property, onChange, label } = props;
  const typed = useTyped<unknown>({
    value,
    show: (json) => (json === undefined ? "" : JSON.stringify(json, null, indent)),
    read: readJson,
    onChange,
  });
  const rows = Math.min(16, Math.max(2, typed.text.split("\n").length));
  return (
    <div className="json-input">
      <textarea
        {...tieOf(props)}
        className="input mono"
        rows={rows}
        spellCheck={false}
        value={typed.text}
        placeholder={property.default === undefined ? "{ }" : JSON.stringify(property.default)}
        aria-invalid={typed.problem !== null || props.invalid ? true : undefined}
        onChange={({ target }) => typed.onText(target.value)}
      />
      {typed.problem === null ? (
        value !== undefined && (
          <Button look="quiet" small aria-label={`Format ${label}`} onClick={() => typed.settle(value)}>
            Format
          </Button>
        )
      ) : (
        <ProblemLine>{typed.problem}</ProblemLine>
      )}
    </div>
  );
}

/** What every input of a property's value takes. Undefined is "not set": the type's default counts. */
export interface ValueInputProps {
  readonly property: Property;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly label: string;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
}

/** The ARIA of a value's control. */
export const tieOf = ({ label, invalid, describedBy }: ValueInputProps) => ({
  "aria-label": label,
  "aria-invalid": invalid ? true : undefined,
  "aria-describedby": describedBy,
});
