import { useContext } from "react";
import type { PropertyType } from "../../../core/experience-type.ts";
import { BooleanInput } from "./BooleanInput.tsx";
import { ColorInput } from "./ColorInput.tsx";
import { DateInput } from "./DateInput.tsx";
import { ImageInput } from "./ImageInput.tsx";
import { JsonInput } from "./JsonInput.tsx";
import { ListInput } from "./ListInput.tsx";
import { NumberInput } from "./NumberInput.tsx";
import { SelectInput } from "./SelectInput.tsx";
import { TextAreaInput, TextInput } from "./TextInput.tsx";
import { TypedPlaceContext } from "./typed-place.ts";
import type { ValueInputProps } from "./value-input.ts";

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
