import { useContext } from "react";
import type { PropertyType } from "../../core/experience-type.ts";
import { Toggle } from "../parts/Toggle.tsx";
import { ColorInput } from "./ColorInput.tsx";
import { DateInput } from "./DateInput.tsx";
import { ImageInput } from "./ImageInput.tsx";
import { JsonInput } from "./JsonInput.tsx";
import { ListInput } from "./ListInput.tsx";
import { NumberInput } from "./NumberInput.tsx";
import { TypedPlaceContext } from "./typed-place.ts";
import { tieOf, type ValueInputProps } from "./value-input.ts";

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
  const { key } = props.property;
  return (
    <TypedPlaceContext value={around && { ...around, name: `${around.name}${key}` }}>
      <Input {...props} />
    </TypedPlaceContext>
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
  const options = property.options ?? [];
  const chosen = typeof value === "string" ? value : "";
  const unset = typeof property.default === "string" ? `Default: ${property.default}` : "Not set";
  return (
    <select
      {...tieOf(props)}
      className="select"
      value={chosen}
      onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
    >
      <option value="">{unset}</option>
      {!options.includes(chosen) && chosen !== "" && (
        <option value={chosen}>{chosen} (no longer an option)</option>
      )}
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const hintOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** One line of text. An address that is emptied is not set; a string may be empty. */
function TextInput(props: ValueInputProps) {
  const { property, value, onChange } = props;
  const isUrl = property.type === "url";
  return (
    <input
      {...tieOf(props)}
      className={isUrl ? "input mono" : "input"}
      value={textOf(value)}
      placeholder={hintOf(property.default) ?? (isUrl ? "https://… or /path" : undefined)}
      spellCheck={!isUrl}
      onChange={({ target }) => onChange(isUrl && target.value === "" ? undefined : target.value)}
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
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
