import { tieOf, type ValueInputProps } from "./value-input.ts";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const hintOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** One line of text. An address that is emptied is not set; a string may be empty. */
export function TextInput(props: ValueInputProps) {
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
export function TextAreaInput(props: ValueInputProps) {
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
