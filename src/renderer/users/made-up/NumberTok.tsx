import { type FormEvent, useState } from "react";
import { Popover } from "../../parts/Popover.tsx";
import { Tok } from "../../parts/Tok.tsx";

interface NumberTokProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** A whole number in a sentence: opens a field at itself. */
export function NumberTok({ label, value, min, max, onChange }: NumberTokProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const number = Number(typed);
  const fits = typed.trim() !== "" && Number.isInteger(number) && number >= min && number <= max;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!fits) return;
    onChange(number);
    setOpen(false);
  };
  return (
    <Popover
      open={open}
      onOpenChange={(to) => {
        setTyped(String(value));
        setOpen(to);
      }}
      label={label}
      trigger={<Tok aria-label={`${label}: ${value}`}>{value}</Tok>}
    >
      <form className="number-form" onSubmit={submit}>
        <input
          className="input num"
          type="number"
          aria-label={label}
          aria-invalid={fits ? undefined : true}
          min={min}
          max={max}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <button type="submit" className="btn" disabled={!fits}>
          Set
        </button>
      </form>
    </Popover>
  );
}
