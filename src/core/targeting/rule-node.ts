import type { Why } from "../explanation.ts";
import type { ExplainedSubject } from "./decision.ts";
import type { Subject } from "./subject.ts";

export type Predicate = (subject: Subject) => boolean;
/** What an explanation tells of a rule beside the verdict. */
export type Facts = Omit<Why, "rule" | "matched" | "children" | "cut">;

/**
 * A rule, compiled: the verdict is one function, and explanations ask that same function. `rule` is what the node
 * stands for, in the words of the rule language.
 */
export interface RuleNode {
  readonly rule: unknown;
  readonly test: Predicate;
  readonly facts?: (subject: ExplainedSubject) => Facts;
  readonly children?: readonly RuleNode[];
}

/** Holds where all do, also where there are none. The short ones are the usual ones: they cost no loop. */
export function every(tests: readonly Predicate[]): Predicate {
  const [a = always, b = always, c = always] = tests;
  if (tests.length <= 1) return a;
  if (tests.length === 2) return (subject) => a(subject) && b(subject);
  if (tests.length === 3) return (subject) => a(subject) && b(subject) && c(subject);
  return (subject) => {
    for (const test of tests) if (!test(subject)) return false;
    return true;
  };
}

/** Holds where any does. */
export function some(tests: readonly Predicate[]): Predicate {
  const [a = never, b = never, c = never] = tests;
  if (tests.length <= 1) return a;
  if (tests.length === 2) return (subject) => a(subject) || b(subject);
  if (tests.length === 3) return (subject) => a(subject) || b(subject) || c(subject);
  return (subject) => {
    for (const test of tests) if (test(subject)) return true;
    return false;
  };
}

export const always: Predicate = () => true;
export const never: Predicate = () => false;
export const not =
  (test: Predicate): Predicate =>
  (subject) =>
    !test(subject);

/** A rule that holds where all of `children` do. */
export const allOf = (rule: unknown, children: readonly RuleNode[]): RuleNode => ({
  rule,
  test: every(children.map((child) => child.test)),
  children,
});

/** A rule that holds where any of `children` does. */
export const anyOfThem = (rule: unknown, children: readonly RuleNode[]): RuleNode => ({
  rule,
  test: some(children.map((child) => child.test)),
  children,
});

/** The rule that holds where another does not. */
export const negation = (child: RuleNode): RuleNode => ({
  rule: { not: child.rule },
  test: not(child.test),
  children: [child],
});
