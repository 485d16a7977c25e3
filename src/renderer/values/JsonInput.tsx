import { type Read, useTyped } from "./use-typed.ts";
import { tieOf, type ValueInputProps } from "./value-input.ts";

const indent = 2;

/** Reads JSON; empty is not set. What is wrong is said with its line. */
export function readJson(text: string): Read<unknown> {
  if (text.trim() === "") return { value: undefined };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: `is not JSON: ${error instanceof Error ? inOneLine(error.message) : "unreadable"}` };
  }
}

const inOneLine = (message: string): string => message.replace(/\s+/g, " ").slice(0, 160);

/** Any JSON, as it is typed until it is put in shape. */
export function JsonInput(props: ValueInputProps) {
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
          <button
            type="button"
            className="btn btn-quiet btn-sm"
            aria-label={`Format ${label}`}
            onClick={() => typed.settle(value)}
          >
            Format
          </button>
        )
      ) : (
        <p className="field-error" role="alert">
          {typed.problem}
        </p>
      )}
    </div>
  );
}
