import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { type Property, type PropertyType, propertyTypes } from "../../../core/experience-type.ts";
import { Icon } from "../../parts/Icon.tsx";
import { propertyKey, withType } from "./property-edits.ts";

interface AddPropertyProps {
  readonly taken: readonly string[];
  readonly onAdd: (property: Property) => void;
}

/** A name and a type make a property; its key is made from the name. */
export function AddProperty({ taken, onAdd }: AddPropertyProps) {
  const [name, setName] = useState("");
  const [type, setType] = useState<PropertyType>("string");
  const key = name.trim() === "" ? null : propertyKey(name, taken);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (key === null) return;
    // The server gives the id that stays; this one only tells it from the others until then.
    onAdd(withType({ id: `new_${key}`, key, name: name.trim(), type: "string" }, type));
    setName("");
  };
  return (
    <form className="add-property" onSubmit={submit}>
      <input
        className="input"
        aria-label="Name of a new property"
        placeholder="New property, e.g. Headline"
        value={name}
        maxLength={200}
        onChange={({ target }) => setName(target.value)}
      />
      <select
        className="select"
        aria-label="Its type"
        value={type}
        onChange={({ target }) => setType(target.value as PropertyType)}
      >
        {propertyTypes.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
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
