import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { type Property, type PropertyType, propertyTypes } from "../../../core/experience-type.ts";
import { Icon } from "../../parts/Icon.tsx";
import { LimitedInput } from "../../parts/LimitedInput.tsx";
import { Select } from "../../parts/Select.tsx";
import { useTypedForm } from "../../parts/use-typed-form.ts";
import { longestName, nameMissing } from "../../text/too-long.ts";
import { propertyKey, withType } from "./property-edits.ts";

interface AddPropertyProps {
  readonly typeId: string;
  readonly taken: readonly string[];
  readonly onAdd: (property: Property) => void;
}

/** A name and a type make a property; its key is made from the name. */
export function AddProperty({ typeId, taken, onAdd }: AddPropertyProps) {
  const kept = useTypedForm(`property/${typeId}`);
  const [name, setName] = kept.field("name");
  const [type, setType] = useState<PropertyType>("string");
  const key = nameMissing(name, "") !== null ? null : propertyKey(name, taken);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (key === null) return;
    // The server gives the id that stays; this one only tells it from the others until then.
    onAdd(withType({ id: `new_${key}`, key, name: name.trim(), type: "string" }, type));
    kept.forget();
  };
  return (
    <form className="add-property" onSubmit={submit}>
      <LimitedInput
        aria-label="Name of a new property"
        placeholder="New property, e.g. Headline"
        value={name}
        most={longestName}
        onText={setName}
      />
      <Select
        aria-label="Its type"
        value={type}
        options={propertyTypes.map((one) => [one, one] as const)}
        onChange={setType}
      />
      <button type="submit" className="btn" disabled={key === null}>
        <Icon of={Plus} size={14} />
        Add property
      </button>
      {key !== null && (
        <span className="direction small">
          as <span className="mono">{key}</span>
        </span>
      )}
    </form>
  );
}
