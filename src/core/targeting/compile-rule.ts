import type { Attribute, AttributeRule, EventRule, FieldRule, Rule } from "../rule.ts";
import { attributeReadings, attributeText } from "./attribute-value.ts";
import { compileCount } from "./count.ts";
import type { ExplainedSubject } from "./decision.ts";
import { type Actual, compileComparison, type Holder } from "./operators.ts";
import type { Facts, RuleNode } from "./rule-node.ts";
import { selectorOf } from "./selector.ts";
import type { Subject } from "./subject.ts";
import { formatTime } from "./time.ts";
import { type Placed, Verdicts } from "./verdicts.ts";
import { compileWindow } from "./window.ts";

/** A rule of a Tribe: its verdict has a place of its own. */
export type PlacedNode = RuleNode & Placed;

/** What the rules of a Space share: verdicts, and the conditions that were compiled already, by their text. */
export class RuleCompiler {
  readonly verdicts = new Verdicts();
  private readonly leaves = new Map<string, PlacedNode>();

  /**
   * Compiles a rule and all that is in it; a rule has at most `ruleLimits.depth` levels. What it makes never throws, and
   * decides each condition at most once for a person, however many rules have it. `reference` gives the Tribe of an id.
   */
  compile(rule: Rule, reference: (tribeId: string) => PlacedNode): PlacedNode {
    const inner = (one: Rule) => this.compile(one, reference);
    if ("tribe" in rule) return reference(rule.tribe);
    if ("all" in rule) return this.allOf(rule, rule.all.map(inner));
    if ("any" in rule) {
      const children = rule.any.map(inner);
      return { rule, children, ...this.verdicts.some(children) };
    }
    if ("not" in rule) {
      const child = inner(rule.not);
      return { rule, children: [child], ...this.verdicts.not(child) };
    }
    const text = JSON.stringify(rule);
    const leaf = this.leaves.get(text) ?? this.placed(compileLeaf(rule));
    this.leaves.set(text, leaf);
    return leaf;
  }

  /** What holds where all of `children` do; the verdict on a single one is its own. */
  allOf(rule: unknown, children: readonly PlacedNode[]): PlacedNode {
    const [only, ...others] = children;
    if (only === undefined || others.length > 0) return { rule, children, ...this.verdicts.every(children) };
    const { place, test, ask } = only;
    return { rule, children, place, test, ask };
  }

  placed(node: RuleNode): PlacedNode {
    return { ...node, ...this.verdicts.one(node.test) };
  }
}

/** Most events that an explanation lists for one rule. */
const listed = 100;

type LeafRule = FieldRule | AttributeRule | EventRule | { readonly label: string };

function compileLeaf(rule: LeafRule): RuleNode {
  if ("label" in rule) return compileLabel(rule);
  if ("event" in rule) return compileEvent(rule);
  return "field" in rule ? compileField(rule) : compileAttribute(rule);
}

function compileField(rule: FieldRule): RuleNode {
  const { field } = rule;
  const test = compileComparison(rule, field);
  // What every object inherits, such as `constructor`, is no field of anybody's.
  const isInherited = field in Object.prototype;
  const own = (subject: Subject): Holder => (Object.hasOwn(subject.fields, field) ? subject : nobody);
  return {
    rule,
    test: isInherited ? (subject) => test(own(subject)) : test,
    facts: (subject) => ({ expected: rule.value, actual: own(subject).fields[field] ?? null }),
  };
}

const nobody: Holder = { fields: Object.create(null) };

function compileAttribute(rule: AttributeRule): RuleNode {
  const { attribute } = rule;
  const test = compileComparison(rule, attribute, attributeReadings[attribute]);
  return {
    rule,
    test: (subject) => test({ fields: attributesOf(subject) }),
    facts: (subject) => ({ expected: rule.value, actual: attributeText(attribute, subject) ?? null }),
  };
}

const attributesOf = (subject: Pick<Subject, Attribute>): Readonly<Record<Attribute, Actual>> => subject;

function compileLabel(rule: { readonly label: string }): RuleNode {
  const { label } = rule;
  return {
    rule,
    test: (subject) => subject.labels.includes(label),
    facts: (subject) => ({ expected: label, actual: subject.labels }),
  };
}

function compileEvent(rule: EventRule): RuleNode {
  const { key } = selectorOf(rule);
  const window = compileWindow(rule.window);
  const isEnough = compileCount(rule.count);
  const { did } = rule;
  const count = ({ events, now }: Subject) => events.count(key, window.after(now), window.until(now));
  const facts = (subject: ExplainedSubject): Facts => {
    const [after, until] = [window.after(subject.now), window.until(subject.now)];
    const counted = count(subject);
    return {
      expected: rule.count,
      actual: counted,
      count: counted,
      window: { from: formatTime(after), to: formatTime(until) },
      events: subject.events.list(key, after, until, listed),
    };
  };
  return { rule, test: (subject) => isEnough(count(subject)) === did, facts };
}
