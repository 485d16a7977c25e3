import { useState } from "react";
import { LimitedInput } from "../../parts/LimitedInput.tsx";
import { longestName, tooLong } from "../../text/too-long.ts";
import { errorAt } from "../model/errors-at.ts";
import type { Row } from "../model/scenario-rows.ts";
import type { ScenarioEditing } from "./scenario-editing.ts";

interface ScenarioNameProps<S> {
  readonly row: Row<S>;
  /** From 1. */
  readonly place: number;
  readonly editing: ScenarioEditing<S>;
  readonly onDone: () => void;
}

/** A scenario's name where it stands, being typed anew: Enter keeps it unless it is too long, Escape leaves the old one. */
export function ScenarioName<S>({ row, place, editing, onDone }: ScenarioNameProps<S>) {
  const [name, setName] = useState(row.name);
  const error = errorAt(editing.errors, ["scenarios", place - 1, "name"]);
  const keep = () => {
    const wanted = name.trim();
    if (tooLong(wanted, longestName) !== null) return;
    if (wanted !== "" && wanted !== row.name) editing.change(row.id, () => ({ name: wanted }), "name");
    onDone();
  };
  return (
    <LimitedInput
      className="input scn-rename"
      aria-label={`Name of ${row.name}`}
      aria-invalid={error === null ? undefined : true}
      value={name}
      most={longestName}
      autoFocus
      onFocus={({ target }) => target.select()}
      onText={setName}
      onBlur={keep}
      onKeyDown={({ key }) => (key === "Enter" ? keep() : key === "Escape" && onDone())}
    />
  );
}
