import type { ExplainedExperience } from "../explanation.ts";
import { itemsIn, tribesNamed } from "../items.ts";
import type { CollectionContent } from "../publication.ts";
import { type CompiledItem, compileItems } from "./compile-item.ts";
import type { Decider, ExplainedSubject, TribeSet } from "./decision.ts";
import { explainNode, ReasonBudget } from "./explain-node.ts";
import type { RuleNode } from "./rule-node.ts";
import { compileSchedule } from "./schedule.ts";
import type { Subject } from "./subject.ts";

/** Compiles what an environment serves. The first scenario that holds wins; the last is the default. */
export function compileContents(contents: readonly CollectionContent[], tribes: TribeSet): Decider {
  const uses = tribeUses(contents);
  const reference = (id: string): RuleNode => {
    const node = tribes.reference(id);
    // Who is asked for once needs no remembering.
    return (uses.get(id) ?? 0) > 1 ? node : { ...node, test: node.ask };
  };
  const compiled = contents.flatMap((content) => compileItems(content, reference));
  const decisions = compiled.map((one) => one.decide);
  return {
    items: compiled.map((one) => one.item),
    decide: (subject) => {
      tribes.about(subject);
      return decisions.map((decide) => decide(subject));
    },
    *explain(subject, budget = new ReasonBudget()) {
      for (const one of compiled) {
        tribes.about(subject);
        yield explainItem(one, subject, budget);
      }
    },
    bucketed: (subject) => {
      tribes.about(subject);
      return new Set(compiled.filter((one) => isBucketed(one, subject)).map((one) => one.item.id));
    },
    nextBoundary: nextBoundaryOf(compiled),
  };
}

/** How many scenarios are for a Tribe, or for all but it. */
function tribeUses(contents: readonly CollectionContent[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const { scenarios } of contents.flatMap(itemsIn))
    for (const id of scenarios.flatMap(tribesNamed)) uses.set(id, (uses.get(id) ?? 0) + 1);
  return uses;
}

/** Whether a rollout is asked before a scenario holds without one. */
function isBucketed({ scenarios }: CompiledItem, subject: Subject): boolean {
  for (const { targeting } of scenarios) {
    if (targeting.asksBucket(subject)) return true;
    if (targeting.test(subject)) return false;
  }
  return false;
}

function explainItem(
  compiled: CompiledItem,
  subject: ExplainedSubject,
  budget: ReasonBudget,
): ExplainedExperience {
  const { item, collection } = compiled;
  const { key: _key, ...state } = compiled.decide(subject);
  const all = [...compiled.scenarios, compiled.byDefault];
  const served = all.findIndex(({ targeting }) => targeting.test(subject));
  const tried = all.slice(0, served + 1).map((scenario) => {
    const why = explainNode(scenario.targeting, subject, budget);
    return { scenario: scenario.state.scenario, matched: why.matched, why };
  });
  return { id: item.id, key: item.key, collection, ...state, tried };
}

/** Many scenarios share a schedule: each is asked once. */
function nextBoundaryOf(compiled: readonly CompiledItem[]): Decider["nextBoundary"] {
  const texts = new Map(
    compiled.flatMap((one) => one.schedules.map((schedule) => [JSON.stringify(schedule), schedule])),
  );
  const schedules = [...texts.values()].map(compileSchedule);
  return (now) => {
    const next = schedules.flatMap((schedule) => schedule.nextBoundary(now) ?? []);
    return next.length === 0 ? null : next.reduce((soonest, one) => Math.min(soonest, one));
  };
}
