import type { Piece } from "../../why/sentence-piece.ts";
import { stopKey } from "./builder-store.ts";

/** What finds a stop on the page: its key, and the place of its piece in its line. */
export const stopProps = (piece: Exclude<Piece, { is: "text" } | { is: "line" }>) => ({
  "data-stop": stopKey(piece.path, piece.is === "add" ? piece.adds : piece.blank.kind),
});
