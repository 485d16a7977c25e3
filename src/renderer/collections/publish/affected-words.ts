import type { DryRun } from "../../../core/publication.ts";
import { valueWords } from "../../model/value-words.ts";
import { differences } from "../../text/differences.ts";
import { count, counted } from "../../text/format.ts";

type Affected = DryRun["affected"];

/** "371 people will see something else". */
export const affectedTitle = ({ changed }: Affected): string =>
  changed === 0
    ? "Nobody will see anything else"
    : `${counted(changed, "person", "people")} will see something else`;

/** "of 8 users and visitors", and that they are a sample where they are. */
export const affectedOf = ({ checked, of, sampled }: Affected): string =>
  sampled
    ? `of ${count(checked)} checked, a sample of ${count(of)} users and visitors`
    : `of ${counted(checked, "user or visitor", "users and visitors")} checked`;

interface Seen {
  readonly before: string;
  readonly after: string;
  /** How many more things differ than the one that is said. */
  readonly more: number;
}

type Served = { readonly enabled?: unknown; readonly data?: unknown; readonly children?: unknown };

/** What a person sees before and after: the first thing that differs. */
export function seenBy(before: unknown, after: unknown): Seen {
  if (before === null || after === null)
    return { before: stateWords(before), after: stateWords(after), more: 0 };
  const found = differences(before, after);
  const first = found[0];
  if (first === undefined) return { before: "", after: "", more: 0 };
  // What is new to see says more than what was the default all along.
  const telling = found.find(({ path }) => path[0] === "data")?.path[1];
  const words = (value: unknown, on: unknown) =>
    first.path[0] === "enabled" ? stateWords(on, telling) : valueWords(value);
  return {
    before: words(first.before, before),
    after: words(first.after, after),
    more: first.path[0] === "enabled" ? 0 : found.length - 1,
  };
}

/** What is served, on one line: its `telling` member, else its first. */
function stateWords(state: unknown, telling?: string | number): string {
  if (state === null || typeof state !== "object") return "its fallback";
  const { enabled, data, children } = state as Served;
  if (enabled === false) return "Off";
  if (Array.isArray(children)) return counted(children.length, "Experience");
  const served = (data ?? {}) as Readonly<Record<string, unknown>>;
  const said = served[telling ?? ""] ?? Object.values(served)[0];
  return said === undefined ? "On" : valueWords(said);
}
