import { useState } from "react";
import { count as countSchema } from "../../../core/targeting/when.ts";
import type { BlankPiece } from "../../why/sentence-piece.ts";
import { useBuilder } from "./builder-context.ts";
import { PopoverTok } from "./PopoverTok.tsx";

interface TimesTokProps {
  readonly piece: BlankPiece;
  readonly value: number;
}

/** How many times. */
export function TimesTok({ piece, value }: TimesTokProps) {
  const { actions } = useBuilder();
  return (
    <PopoverTok piece={piece} label="How many times" look="word" words={piece.words}>
      {(close) => (
        <NumberForm
          initial={value}
          onDone={(times) => {
            actions.fill(piece, times);
            close();
          }}
        />
      )}
    </PopoverTok>
  );
}

interface NumberFormProps {
  readonly initial: number;
  readonly onDone: (value: number) => void;
}

function NumberForm({ initial, onDone }: NumberFormProps) {
  const [typed, setTyped] = useState(String(initial));
  const read = countSchema.safeParse({ op: "exactly", value: typed.trim() === "" ? null : Number(typed) });
  const problem = read.success ? null : (read.error.issues[0]?.message ?? "must be a whole number");
  return (
    <form
      className="tok-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null) onDone(Number(typed));
      }}
    >
      <input
        className="input"
        type="number"
        min={0}
        step={1}
        aria-label="How many times"
        aria-invalid={problem !== null}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
      />
      <button type="submit" className="btn btn-primary" disabled={problem !== null}>
        Set
      </button>
      {problem !== null && <p className="field-error">It {problem}.</p>}
    </form>
  );
}
