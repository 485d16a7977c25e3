import { tieOf, type ValueInputProps } from "./value-input.ts";

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
const two = (value: number) => String(value).padStart(2, "0");

/** A time as a datetime-local field has it, by the clock here. */
export function localField(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return "";
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** What a field's text says: a day as it is, a local time as an instant in UTC; undefined for nothing. */
export function readDate(text: string): string | undefined {
  if (text === "" || isDay(text)) return text === "" ? undefined : text;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** A day, or a day and a time by the clock here. */
export function DateInput(props: ValueInputProps) {
  const { property, value, onChange, label } = props;
  const date = typeof value === "string" ? value : "";
  const kind = date === "" && typeof property.default === "string" ? property.default : date;
  const timed = kind !== "" && !isDay(kind);
  const turn = (withTime: boolean) => {
    if (date === "") return onChange(withTime ? new Date().toISOString() : undefined);
    onChange(withTime ? readDate(`${date}T00:00`) : localField(date).slice(0, 10));
  };
  return (
    <span className="date-input">
      <input
        {...tieOf(props)}
        className="input num"
        type={timed ? "datetime-local" : "date"}
        max={timed ? "9999-12-31T23:59" : "9999-12-31"}
        value={timed && date !== "" ? localField(date) : date}
        onChange={({ target }) => onChange(readDate(target.value))}
      />
      <label className="check">
        <input
          type="checkbox"
          aria-label={`${label} with a time`}
          checked={timed}
          onChange={({ target }) => turn(target.checked)}
        />
        time
      </label>
    </span>
  );
}
