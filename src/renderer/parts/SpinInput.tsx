import { ChevronDown, ChevronUp } from "lucide-react";
import type { InputHTMLAttributes, KeyboardEvent } from "react";
import { readNumber } from "../text/typed-number.ts";
import { Icon } from "./Icon.tsx";

interface SpinInputProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange" | "type" | "min" | "max"> {
  readonly value: string;
  readonly min: number;
  readonly max?: number;
  /** The number as it was typed: the caller says where it is not one. */
  readonly onText: (text: string) => void;
}

/** A number, with arrows for the next ones. */
export function SpinInput({ value, min, max = Number.POSITIVE_INFINITY, onText, ...rest }: SpinInputProps) {
  const read = readNumber(value);
  const now = "value" in read ? (read.value ?? Number.NaN) : Number.NaN;
  const step = (by: number) => {
    if (rest.readOnly === true) return;
    const from = Number.isNaN(now) ? min - by : now;
    onText(String(Math.min(max, Math.max(min, Math.floor(from) + by))));
  };
  const press = (event: KeyboardEvent) => {
    const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    step(event.shiftKey ? by * 10 : by);
  };
  return (
    <span className="spin-input">
      <input
        autoComplete="off"
        {...rest}
        role="spinbutton"
        className="input num"
        inputMode="decimal"
        aria-valuemin={min}
        {...(max !== Number.POSITIVE_INFINITY && { "aria-valuemax": max })}
        {...(!Number.isNaN(now) && { "aria-valuenow": now })}
        value={value}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={press}
      />
      {rest.readOnly !== true && (
        // The arrow keys do the same: nothing here for Tab or a screen reader.
        <span className="spin" aria-hidden="true">
          <button type="button" tabIndex={-1} onClick={() => step(1)}>
            <Icon of={ChevronUp} size={12} />
          </button>
          <button type="button" tabIndex={-1} onClick={() => step(-1)}>
            <Icon of={ChevronDown} size={12} />
          </button>
        </span>
      )}
    </span>
  );
}
