import type { Why } from "../explanation.ts";
import type { ExplainedSubject } from "./decision.ts";
import type { RuleNode } from "./rule-node.ts";

/** A rule by itself is never cut. Tribes that name Tribes that name Tribes are, before the answer grows beyond reading. */
const most = { nodes: 2000, depth: 100 } as const;

/** Why a rule holds or does not, with all that is in it: the verdicts are those of the very tests that decide. */
export const explainNode = (node: RuleNode, subject: ExplainedSubject): Why =>
  explainWithin(node, subject, { left: most.nodes }, 1);

function explainWithin(
  node: RuleNode,
  subject: ExplainedSubject,
  budget: { left: number },
  depth: number,
): Why {
  const { rule, children } = node;
  budget.left -= children?.length ?? 0;
  const told = children !== undefined && budget.left >= 0 && depth < most.depth;
  return {
    rule,
    matched: node.test(subject),
    ...node.facts?.(subject),
    ...(told ? { children: children.map((child) => explainWithin(child, subject, budget, depth + 1)) } : {}),
  };
}
