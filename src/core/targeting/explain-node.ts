import { cutTo } from "../characters.ts";
import type { Why } from "../explanation.ts";
import type { ExplainedSubject } from "./decision.ts";
import type { Facts, RuleNode } from "./rule-node.ts";

/** A rule by itself is never cut. Tribes that name Tribes that name Tribes are, before the answer grows beyond reading. */
const most = { nodes: 2000, depth: 100 } as const;

/** How much one answer tells in all, and of one value, in characters of JSON. */
const characters = { answer: 4_000_000, value: 1000 } as const;

/** What one answer may still tell of reasons, in characters of JSON: when it is spent, they are verdicts alone. */
export class ReasonBudget {
  private left: number;

  constructor(left: number = characters.answer) {
    this.left = left;
  }

  get isSpent(): boolean {
    return this.left <= 0;
  }

  spend(told: object): void {
    this.left -= JSON.stringify(told).length;
  }
}

/** Why a rule holds or does not, with all that is in it: the verdicts are those of the very tests that decide. */
export const explainNode = (node: RuleNode, subject: ExplainedSubject, budget: ReasonBudget): Why =>
  explainWithin(node, { subject, budget, nodes: { left: most.nodes } }, 1);

interface Asked {
  readonly subject: ExplainedSubject;
  readonly budget: ReasonBudget;
  readonly nodes: { left: number };
}

function explainWithin(node: RuleNode, asked: Asked, depth: number): Why {
  const { rule, children } = node;
  const { subject, budget, nodes } = asked;
  const matched = node.test(subject);
  if (budget.isSpent) return { rule, matched, cut: true };
  nodes.left -= children?.length ?? 0;
  const told = { rule, matched, ...(node.facts && shortened(node.facts(subject))) };
  budget.spend(told);
  if (children === undefined) return told;
  const isTold = nodes.left >= 0 && depth < most.depth;
  return isTold
    ? { ...told, children: children.map((child) => explainWithin(child, asked, depth + 1)) }
    : { ...told, cut: true };
}

/** Facts whose values are short enough to be told for each condition anew. */
function shortened(facts: Facts): Facts & Pick<Why, "cut"> {
  const [expected, actual] = [short(facts.expected), short(facts.actual)];
  const cut = expected !== facts.expected || actual !== facts.actual;
  return cut ? { ...facts, expected, actual, cut } : facts;
}

/** A value as far as it is told: a long text's beginning, a long list's first members and how many more there are. */
function short(value: unknown): unknown {
  if (typeof value === "string") return cutTo(value, characters.value);
  if (!Array.isArray(value)) return value;
  let length = 0;
  const fit = value.findIndex((one) => {
    length += String(one).length + 3;
    return length > characters.value;
  });
  return fit < 0 ? value : [...value.slice(0, fit), `… ${value.length - fit} more`];
}
