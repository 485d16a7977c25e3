import { pathKey } from "../../why/rule-path.ts";
import type { AddPiece, BlankPiece } from "../../why/sentence-piece.ts";
import { problemsWithin } from "../draft-issues.ts";
import { useBuilder } from "./builder-context.ts";

/** What is wrong with what stands in a blank, or with the list that an empty one would add to; null where nothing is. */
export function useProblem(piece: BlankPiece | AddPiece): string | null {
  const { problems } = useBuilder();
  if (piece.is === "blank" && ["group", "not", "has", "op"].includes(piece.blank.kind)) return null;
  const found =
    piece.is === "add"
      ? problems.filter(({ path }) => pathKey(path as never) === pathKey(piece.path))
      : problemsWithin(problems, piece.path);
  return found[0]?.message ?? null;
}
