import type { FieldError } from "../../core/problem.ts";
import { jsonEqual } from "../../core/publishing/json-equal.ts";
import { membersOf, mergeEdited, withOnly } from "./merge-edits.ts";
import type { Saving } from "./saved-state.ts";

export type Refused<T> = Extract<Saving<T>, { readonly state: "refused" }>;

interface Refusal<T> {
  /** What was sent and refused. */
  readonly sent: Partial<T>;
  /** What was edited since it was sent, on what was sent. */
  readonly later: Partial<T>;
  readonly server: T;
  readonly reason: string;
  readonly errors: readonly FieldError[];
}

/**
 * Takes back what was refused: `edit` is what was edited since, without it; `refusal` what is to be told, with what was
 * refused `before` and is not told yet. What was edited away since it was sent is nobody's loss.
 */
export function takeBack<T extends object>(
  { sent, later, server, reason, errors }: Refusal<T>,
  before: Refused<T> | null,
): { readonly edit: Partial<T>; readonly refusal: Refused<T> | null } {
  const { edit } = mergeEdited(sent, later, { ...later, ...membersOf(server, sent) } as T);
  const typed = { ...sent, ...withOnly(later, (name) => name in sent) };
  const lost = withOnly(typed, (name) => !(name in later && jsonEqual(edit[name], later[name])));
  if (Object.keys(lost).length === 0) return { edit, refusal: before };
  const earlier = before === null ? {} : mergeEdited(before.base, before.edit, server).edit;
  const all = { ...earlier, ...mergeEdited(server, lost, { ...server, ...earlier }).edit };
  return { edit, refusal: { state: "refused", reason, errors, edit: all, base: membersOf(server, all) } };
}

/** What was refused, with what was typed over it since: that is not to be brought back. */
export function withLater<T extends object>(refused: Refused<T>, later: Partial<T>): Refused<T> {
  const both = withOnly(later, (name) => name in refused.edit);
  const { edit } = mergeEdited(refused.base, both, refused.edit as T);
  return { ...refused, edit: { ...refused.edit, ...edit } };
}
