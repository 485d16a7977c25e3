import type { Why } from "../../core/explanation.ts";
import type { Rule } from "../../core/rule.ts";
import { count, moment } from "../text/format.ts";
import { isTold } from "./condition.ts";
import { isGroup, type Path, peeled } from "./rule-path.ts";

/** The reasons about the rule itself: a Tribe that is for users or visitors only is asked about them first. */
export function ruleWhy(why: Why): { readonly kind: Why | null; readonly rule: Why } {
  const [first, second] = why.children ?? [];
  const asksKind = typeof first?.rule === "object" && first.rule !== null && "audience" in first.rule;
  return asksKind && second !== undefined ? { kind: first, rule: second } : { kind: null, rule: why };
}

/** The reason of the rule at a path; null where the reasons do not reach. */
export function whyAt(why: Why, path: Path): Why | null {
  let found: Why | undefined = why;
  for (let i = 0; i < path.length && found !== undefined; i += 1) {
    const step = path[i];
    if (step === "not") found = found.children?.[0];
    else if (typeof step === "number") found = found.children?.[step];
  }
  return found ?? null;
}

const holdsWords = ({ matched }: Why): string => (matched ? "holds" : "does not hold");

/** What is heard of a mark, before the words beside it; nothing where they say the same. */
export const heardBefore = (words: string, why: Why): string =>
  words === holdsWords(why) ? "" : why.matched ? "Holds: " : "Does not hold: ";

/** What there was of a condition, in a word or two: "2 counted", "gold", "neither". */
export function verdictWords(rule: Rule, why: Why): string {
  const { target, targetPath } = peeled(rule, []);
  const own = whyAt(why, targetPath);
  if (own === null) return "";
  if (!isTold(own)) return holdsWords(own);
  if (isGroup(target)) return groupWords(own);
  if ("event" in target) return `${count(own.count ?? 0)} counted`;
  if ("tribe" in target) return own.matched ? "in it" : "not in it";
  if ("label" in target) return own.matched ? "has it" : "does not have it";
  return actualWords(own.actual);
}

function groupWords({ children = [] }: Why): string {
  const held = children.filter((one) => one.matched).length;
  if (children.length === 0) return "empty";
  if (held === children.length) return children.length === 2 ? "both" : "all";
  if (held === 0) return children.length === 2 ? "neither" : "none";
  return `${held} of ${children.length}`;
}

const isoTime = /^\d{4}-\d{2}-\d{2}T/;

/** What a person has: nothing, one value, or a list of them. */
function actualWords(actual: unknown): string {
  if (actual === null || actual === undefined) return "not known";
  if (Array.isArray(actual))
    return actual.length === 0 ? "an empty list" : actual.map(actualWords).join(", ");
  if (actual === "") return "empty text";
  return typeof actual === "string" && isoTime.test(actual) ? moment(actual) : String(actual);
}
