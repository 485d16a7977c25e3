import type { Tribe } from "../tribe.ts";
import { audienceKind } from "./audience-kind.ts";
import { compileRule } from "./compile-rule.ts";
import type { TribeSet } from "./decision.ts";
import { eventUses } from "./event-uses.ts";
import { explainNode } from "./explain-node.ts";
import { every, never, type RuleNode } from "./rule-node.ts";
import type { Subject } from "./subject.ts";
import { tribeOrder } from "./tribe-order.ts";
import { tribeReferences } from "./tribe-references.ts";
import { Verdicts } from "./verdicts.ts";

/** Tribes that refer to each other in longer rows are decided from the far end, so that no row is too long for the stack. */
const longestRow = 32;

/**
 * Compiles the Tribes of a Space. A reference that names none of them never holds; neither does one that closes a cycle.
 * Each Tribe is decided at most once for a subject object: make a new one where anything about the person has changed.
 */
export function compileTribes(tribes: readonly Tribe[]): TribeSet {
  const order = tribeOrder(tribes.map(({ id, rules }) => ({ id, references: tribeReferences(rules) })));
  const byId = new Map(tribes.map((tribe) => [tribe.id, tribe]));
  const places = new Map(tribes.map(({ id }, place) => [id, place]));
  const verdicts = new Verdicts(tribes.length);
  const nodes = new Map<string, RuleNode>();
  const reference = (id: string) => nodes.get(id) ?? nobody(id);
  for (const id of order.ids) {
    const tribe = byId.get(id);
    const place = places.get(id);
    if (tribe === undefined || place === undefined) continue;
    const parts = partsOf(tribe, (to) => (order.isBackEdge(id, to) ? nobody(to) : reference(to)));
    const test = verdicts.once(place, every(parts.map((part) => part.test)));
    nodes.set(id, { rule: { tribe: id }, test, children: parts });
  }
  if (order.depth > longestRow) verdicts.decideFirst(order.ids.map((id) => reference(id).test));
  const inOrder = tribes.map(({ id }) => ({ id, test: reference(id).test }));
  return {
    ...eventUses(tribes.map((tribe) => tribe.rules)),
    reference,
    matches: (id, subject) => reference(id).test(subject),
    matching: (subject: Subject) => inOrder.filter(({ test }) => test(subject)).map(({ id }) => id),
    explain: (id, subject) => explainNode(unwrapped(reference(id)), subject),
  };
}

const nobody = (tribe: string): RuleNode => ({ rule: { tribe }, test: never });

/** What a Tribe asks: that the person is of its kind, where it has one, and its rules. */
const partsOf = ({ audience, rules }: Tribe, reference: (id: string) => RuleNode): RuleNode[] => [
  ...audienceKind(audience),
  compileRule(rules, reference),
];

/** A Tribe with rules alone is explained by them. */
function unwrapped(node: RuleNode): RuleNode {
  const [only, ...others] = node.children ?? [];
  return only !== undefined && others.length === 0 ? only : node;
}
