import { useTyped } from "../../values/use-typed.ts";

interface OptionsProps {
  readonly name: string;
  readonly options: readonly string[];
  readonly error: string | null;
  readonly onChange: (options: readonly string[]) => void;
}

/** The options of a select, one a line, in their order. */
export function Options({ name, options, error, onChange }: OptionsProps) {
  const typed = useTyped<readonly string[]>({
    value: options,
    show: (all) => (all ?? []).join("\n"),
    read: (text) => ({ value: readOptions(text) }),
    onChange: (all) => onChange(all ?? []),
  });
  return (
    <label className="options-line field">
      <span className="label">Options of {name}, one a line</span>
      <textarea
        className="input"
        aria-invalid={error === null ? undefined : true}
        rows={Math.max(2, typed.text.split("\n").length)}
        value={typed.text}
        onChange={({ target }) => typed.onText(target.value)}
      />
      {error !== null && (
        <span className="field-error" role="alert">
          {error}
        </span>
      )}
    </label>
  );
}

/** One option a line, each once; empty lines are none. */
export const readOptions = (text: string): string[] => [
  ...new Set(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ),
];
