import type { Tribe } from "../tribe.ts";
import { audienceKind } from "./audience-kind.ts";
import { type PlacedNode, RuleCompiler, unplaced } from "./compile-rule.ts";
import type { TribeSet } from "./decision.ts";
import { eventUses } from "./event-uses.ts";
import { explainNode, ReasonBudget } from "./explain-node.ts";
import { never, type RuleNode } from "./rule-node.ts";
import { tribeOrder } from "./tribe-order.ts";
import { tribeReferences } from "./tribe-references.ts";

/** Tribes that refer to each other in longer rows are decided from the far end, so that no row is too long for the stack. */
const longestRow = 32;

/**
 * Compiles the Tribes of a Space. A reference that names none of them never holds; neither does one that closes a cycle.
 * Each Tribe is decided at most once while questions are about one and the same subject object: make a
 * new one where anything about the person has changed.
 */
export function compileTribes(tribes: readonly Tribe[]): TribeSet {
  const order = tribeOrder(tribes.map(({ id, rules }) => ({ id, references: tribeReferences(rules) })));
  const byId = new Map(tribes.map((tribe) => [tribe.id, tribe]));
  const compiler = new RuleCompiler();
  const { verdicts } = compiler;
  const nodes = new Map<string, PlacedNode>();
  const nobody = (tribe: string) => unplaced({ rule: { tribe }, test: never });
  // In this order only a reference that closes a cycle, or names nobody, finds nothing.
  const reference = (id: string) => nodes.get(id) ?? nobody(id);
  for (const id of order.ids) {
    const tribe = byId.get(id);
    if (tribe === undefined) continue;
    const parts = [...audienceKind(tribe.audience).map(unplaced), compiler.compile(tribe.rules, reference)];
    nodes.set(id, compiler.remembered(compiler.allOf({ tribe: id }, parts)));
  }
  if (order.depth > longestRow) verdicts.decideFirst(order.ids.map((id) => reference(id).test));
  const inOrder = tribes.map(({ id }) => ({ id, test: reference(id).test }));
  return {
    ...eventUses(tribes.map((tribe) => tribe.rules)),
    reference,
    about: (subject) => verdicts.turnTo(subject),
    matches: (id, subject) => reference(id).test(subject),
    matching: (subject) => inOrder.filter(({ test }) => test(subject)).map(({ id }) => id),
    explain: (id, subject, budget = new ReasonBudget()) => {
      const node = reference(id);
      // When nothing more is told, a rule would still be told whole.
      return explainNode(budget.isSpent ? node : unwrapped(node), subject, budget);
    },
  };
}

/** A Tribe with rules alone is explained by them. */
function unwrapped(node: RuleNode): RuleNode {
  const [only, ...others] = node.children ?? [];
  return only !== undefined && others.length === 0 ? only : node;
}
