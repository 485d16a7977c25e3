import type { Operator } from "../../../core/rule.ts";
import type { BlankPiece } from "../../rules/sentence-piece.ts";
import { useBuilder } from "./builder-context.ts";
import { PopoverTok } from "./PopoverTok.tsx";
import { ValueChoice } from "./ValueChoice.tsx";

interface ValueTokProps {
  readonly piece: BlankPiece;
  readonly op: Operator;
}

/** A value that is compared with. */
export function ValueTok({ piece, op }: ValueTokProps) {
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
