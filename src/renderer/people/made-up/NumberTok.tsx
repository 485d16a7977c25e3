import { EditTok } from "../../parts/EditTok.tsx";
import { Tok } from "../../parts/Tok.tsx";

interface NumberTokProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** A whole number in a sentence. */
export function NumberTok({ label, value, min, max, onChange }: NumberTokProps) {
  const read = (typed: string) => {
    const number = Number(typed);
    const fits = typed.trim() !== "" && Number.isInteger(number) && number >= min && number <= max;
    return fits ? { value: number } : { problem: `a whole number, ${min} to ${max}` };
  };
  return (
    <EditTok
      label={label}
      trigger={<Tok aria-label={`${label}: ${value}`}>{value}</Tok>}
      start={() => String(value)}
      read={read}
      onCommit={onChange}
      formClass="number-form"
    >
      {(typed, set, problem) => (
        <input
          className="input num"
          type="number"
          aria-label={label}
          aria-invalid={problem === null ? undefined : true}
          min={min}
          max={max}
          value={typed}
          onChange={({ target }) => set(target.value)}
        />
      )}
    </EditTok>
  );
}
