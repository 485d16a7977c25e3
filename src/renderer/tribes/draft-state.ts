import type { FieldError } from "../../core/problem.ts";
import type { Tribe } from "../../core/tribe.ts";

/** What of a Tribe is edited here. The name only as long as the Tribe is new: renaming is an act of its own. */
export type TribeContent = Pick<Tribe, "name" | "audience" | "rules">;

/** Where the last attempt to save stands. */
export type Sending =
  | { readonly state: "idle" | "saving" }
  /** The server did not answer, or had no time: it is tried again. */
  | { readonly state: "waiting"; readonly error: unknown }
  | { readonly state: "refused"; readonly reason: string; readonly errors: readonly FieldError[] }
  /** It was saved elsewhere since: a choice between `theirs` and what is shown. */
  | { readonly state: "conflict"; readonly theirs: Tribe };

export interface DraftState {
  readonly phase: "loading" | "ready" | "failed" | "gone";
  /** Why it could not be loaded. */
  readonly problem: string | null;
  /** As the server has it; null for a new one. */
  readonly saved: Tribe | null;
  /** As it is shown: with the edit. */
  readonly content: TribeContent;
  readonly sending: Sending;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

export const emptyContent: TribeContent = { name: "", audience: "everyone", rules: { all: [] } };

export const contentOf = ({ name, audience, rules }: Tribe): TribeContent => ({ name, audience, rules });

/** Whether two contents hold the same people by the same words. */
export const holdsTheSame = (a: Pick<TribeContent, "audience" | "rules">, b: typeof a): boolean =>
  a.audience === b.audience && JSON.stringify(a.rules) === JSON.stringify(b.rules);

/** Whether there is anything to save. A new Tribe always is to be saved once it says anything. */
export function isEdited({ saved, content }: Pick<DraftState, "saved" | "content">): boolean {
  if (saved !== null) return !holdsTheSame(saved, content);
  return content.name !== "" || !holdsTheSame(content, emptyContent);
}
