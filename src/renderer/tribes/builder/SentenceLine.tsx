import { Fragment } from "react";
import { closesUp } from "../../rules/rule-text.ts";
import type { Piece } from "../../rules/sentence-piece.ts";
import { AddTok } from "./AddTok.tsx";
import { BlankTok } from "./BlankTok.tsx";
import { useBuilder } from "./builder-context.ts";

/** The words and blanks of one line; for a viewer the same words without blanks. */
export function SentenceLine({ pieces }: { readonly pieces: readonly Piece[] }) {
  const { canEdit } = useBuilder();
  const shown = canEdit ? pieces : pieces.filter(({ is }) => is !== "add");
  return (
    <>
      {shown.map((piece, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the sentence; focus stays with it.
        <Fragment key={place}>
          {place > 0 && !closesUp(piece) && " "}
          <PieceShown piece={piece} />
        </Fragment>
      ))}
    </>
  );
}

const nouns = new Set(["field", "event", "label", "key", "value"]);

function PieceShown({ piece }: { readonly piece: Piece }) {
  const { canEdit } = useBuilder();
  if (piece.is === "text") return piece.text;
  if (piece.is === "line") return <br />;
  if (piece.is === "add") return <AddTok piece={piece} />;
  if (canEdit) return <BlankTok piece={piece} />;
  return <b className={`tok-fixed ${nouns.has(piece.blank.kind) ? "mono" : ""}`}>{piece.words}</b>;
}
