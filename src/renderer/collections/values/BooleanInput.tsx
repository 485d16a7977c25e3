import { Toggle } from "../../parts/Toggle.tsx";
import type { ValueInputProps } from "./value-input.ts";

/** On or off; while it is not set the default shows. */
export function BooleanInput({ property, value, onChange, label, describedBy }: ValueInputProps) {
  const on = (value ?? property.default) === true;
  return (
    <>
      <Toggle on={on} onChange={onChange} label={label} describedBy={describedBy} />
      {on ? "On" : "Off"}
    </>
  );
}
