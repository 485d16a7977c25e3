import { createContext, useContext } from "react";
import type { Why } from "../../../core/explanation.ts";
import type { Seen } from "../../../core/seen.ts";
import type { Tribe } from "../../../core/tribe.ts";
import { pathKey } from "../../rules/rule-path.ts";
import type { AddPiece, BlankPiece, Piece, SentenceNames } from "../../rules/sentence-piece.ts";
import { problemsWithin, type RuleProblem } from "../draft-issues.ts";
import { type BuilderStore, stopKey } from "./builder-store.ts";
import type { RuleActions } from "./rule-actions.ts";

/** What every line of the builder needs. */
export interface Builder {
  readonly actions: RuleActions;
  readonly store: BuilderStore;
  readonly names: SentenceNames;
  readonly canEdit: boolean;
  /** What the environment has really seen; null until it is known. */
  readonly seen: Seen | null;
  /** The Tribes that can be named, without the edited one. */
  readonly tribes: readonly Tribe[];
  readonly allTribes: readonly Tribe[];
  readonly id: string | null;
  readonly problems: readonly RuleProblem[];
  readonly changed: ReadonlySet<string>;
  /** Why the person tried is in it or not; null where nobody is tried. */
  readonly why: Why | null;
}

export const BuilderContext = createContext<Builder | null>(null);

export function useBuilder(): Builder {
  const builder = useContext(BuilderContext);
  if (builder === null) throw new Error("useBuilder outside of a builder");
  return builder;
}

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

/** What finds a stop on the page: its key, and the place of its piece in its line. */
export const stopProps = (piece: Exclude<Piece, { is: "text" } | { is: "line" }>) => ({
  "data-stop": stopKey(piece.path, piece.is === "add" ? piece.adds : piece.blank.kind),
});
