import { count as countSchema } from "../../../core/targeting/when.ts";
import { EditTok } from "../../parts/EditTok.tsx";
import type { BlankPiece } from "../../rules/sentence-piece.ts";
import { useBuilder } from "./builder-context.ts";
import { useBlankPopover } from "./PopoverTok.tsx";

interface TimesTokProps {
  readonly piece: BlankPiece;
  readonly value: number;
}

/** How many times. */
export function TimesTok({ piece, value }: TimesTokProps) {
  const { actions } = useBuilder();
  const blank = useBlankPopover({ piece, label: "How many times", look: "word", words: piece.words });
  return (
    <EditTok
      {...blank}
      start={() => String(value)}
      read={readTimes}
      onCommit={(times) => actions.fill(piece, times)}
      formClass="tok-form"
    >
      {(typed, set, problem) => (
        <>
          <input
            className="input"
            type="number"
            min={0}
            step={1}
            aria-label="How many times"
            aria-invalid={problem !== null}
            value={typed}
            onChange={(event) => set(event.target.value)}
            onFocus={(event) => event.target.select()}
          />
          {problem !== null && <p className="field-error">It {problem}.</p>}
        </>
      )}
    </EditTok>
  );
}

function readTimes(typed: string) {
  const read = countSchema.safeParse({ op: "exactly", value: typed.trim() === "" ? null : Number(typed) });
  if (read.success) return { value: Number(typed) };
  return { problem: read.error.issues[0]?.message ?? "must be a whole number" };
}
