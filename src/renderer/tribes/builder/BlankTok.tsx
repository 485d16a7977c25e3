import type { Operator } from "../../../core/rule.ts";
import { count as countSchema } from "../../../core/targeting/when.ts";
import { type Drafted, EditTok } from "../../parts/EditTok.tsx";
import { SpinInput } from "../../parts/SpinInput.tsx";
import type { BlankPiece } from "../../rules/sentence-piece.ts";
import { readNumber } from "../../text/typed-number.ts";
import { BlankMenu } from "./BlankMenu.tsx";
import { useBuilder } from "./builder-context.ts";
import { NameTok } from "./NameTok.tsx";
import { PopoverTok, useBlankPopover } from "./PopoverTok.tsx";
import { ValueChoice } from "./ValueChoice.tsx";
import { WindowTok } from "./WindowTok.tsx";

/** One blank of a sentence, with the way to fill it: a menu where it is one of a few words, else a popover. */
export function BlankTok({ piece }: { readonly piece: BlankPiece }) {
  const { blank } = piece;
  switch (blank.kind) {
    case "field":
    case "event":
    case "label":
    case "key":
    case "tribe":
      return <NameTok piece={piece} kind={blank.kind} value={blank.value} />;
    case "value":
      return <ValueTok piece={piece} op={blank.op} />;
    case "times":
      return <TimesTok piece={piece} value={blank.value} />;
    case "window":
      return <WindowTok piece={piece} value={blank.value} />;
    default:
      return <BlankMenu piece={piece} blank={blank} />;
  }
}

/** A value that is compared with. */
function ValueTok({ piece, op }: { readonly piece: BlankPiece; readonly op: Operator }) {
  const { actions } = useBuilder();
  return (
    <PopoverTok piece={piece} label="Value" look="mono" words={piece.words}>
      {(close) => (
        <ValueChoice
          op={op}
          path={piece.path}
          onPick={(picked) => {
            actions.fill(piece, picked);
            close();
          }}
        />
      )}
    </PopoverTok>
  );
}

/** How many times. */
function TimesTok({ piece, value }: { readonly piece: BlankPiece; readonly value: number }) {
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
          <SpinInput
            min={0}
            aria-label="How many times"
            aria-invalid={problem !== null}
            value={typed}
            onText={set}
            onFocus={(event) => event.target.select()}
          />
          {problem !== null && <p className="field-error">It {problem}.</p>}
        </>
      )}
    </EditTok>
  );
}

/** Reads how many times. */
export function readTimes(typed: string): Drafted<number> {
  const read = readNumber(typed);
  if ("problem" in read) return read;
  const { value = Number.NaN } = read;
  const count = countSchema.safeParse({ op: "exactly", value });
  if (count.success) return { value };
  return { problem: count.error.issues[0]?.message ?? "must be a whole number" };
}
