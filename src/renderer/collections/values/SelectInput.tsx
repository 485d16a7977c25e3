import { tieOf, type ValueInputProps } from "./value-input.ts";

/** One of the property's options, or none. */
export function SelectInput(props: ValueInputProps) {
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
