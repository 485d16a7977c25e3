import { createContext, useContext } from "react";
import type { Why } from "../../../core/explanation.ts";
import type { Seen } from "../../../core/seen.ts";
import type { Tribe } from "../../../core/tribe.ts";
import type { SentenceNames } from "../../why/sentence-piece.ts";
import type { RuleProblem } from "../draft-issues.ts";
import type { BuilderStore } from "./builder-store.ts";
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
