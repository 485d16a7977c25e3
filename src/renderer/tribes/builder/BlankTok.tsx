import type { BlankPiece } from "../../rules/sentence-piece.ts";
import { BlankMenu } from "./BlankMenu.tsx";
import { NameTok } from "./NameTok.tsx";
import { TimesTok } from "./TimesTok.tsx";
import { ValueTok } from "./ValueTok.tsx";
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
