import type { Attribute, AttributeRule, EventRule, FieldRule, Rule } from "../rule.ts";
import { attributeReadings, attributeText } from "./attribute-value.ts";
import { compileCount } from "./count.ts";
import type { ExplainedSubject } from "./decision.ts";
import { type Actual, compileComparison, type Holder } from "./operators.ts";
import type { Facts, Predicate, RuleNode } from "./rule-node.ts";
import { selectorOf } from "./selector.ts";
import type { Subject } from "./subject.ts";
import { formatTime } from "./time.ts";
import { type Placed, Verdicts } from "./verdicts.ts";
import { compileWindow } from "./window.ts";

/** A rule of a Tribe, and where its verdict is remembered. */
export type PlacedNode = RuleNode & Placed;

/** What the rules of a Space share: verdicts, and event rules that are alike, by their text. */
export class RuleCompiler {
  readonly verdicts = new Verdicts();
  private readonly events = new Map<string, PlacedNode>();

  /**
   * Compiles a rule and all that is in it; a rule has at most `ruleLimits.depth` levels. What it makes never throws, and
   * counts events at most once for a person, however many rules ask for the same. `reference` gives the Tribe of an id.
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
    return "event" in rule ? this.event(rule) : unplaced(compileLeaf(rule));
  }

  allOf(rule: unknown, children: readonly PlacedNode[]): PlacedNode {
    return { rule, children, ...this.verdicts.every(children) };
  }

  /** A node that is asked from many places. */
  remembered(node: PlacedNode): PlacedNode {
    return { ...node, ...this.verdicts.remembered(node.ask) };
  }

  /** Counting events costs more than remembering the verdict; other conditions are asked anew as quickly. */
  private event(rule: EventRule): PlacedNode {
    const text = JSON.stringify(rule);
    const node = this.events.get(text) ?? this.remembered(unplaced(compileEvent(rule)));
    this.events.set(text, node);
    return node;
  }
}

/** A node whose verdict is not remembered, and needs none that are. */
export const unplaced = (node: RuleNode): PlacedNode => ({ ...node, place: null, ask: node.test });

/** Most events that an explanation lists for one rule. */
const listed = 100;

type LeafRule = FieldRule | AttributeRule | { readonly label: string };

function compileLeaf(rule: LeafRule): RuleNode {
  if ("label" in rule) return compileLabel(rule);
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
  return {
    rule,
    test: attributeIsOneOf(rule) ?? attributeComparison(rule),
    facts: (subject) => ({ expected: rule.value, actual: attributeText(attribute, subject) ?? null }),
  };
}

/** The usual questions, written out: attributes are no lists, so the value itself is asked for. */
function attributeIsOneOf({ attribute, op, value }: AttributeRule): Predicate | null {
  const equals = attributeEquals[attribute];
  if (op === "equals" && equals !== undefined) return equals(value);
  if (op !== "in" || equals === undefined) return null;
  const wanted = new Set<Actual>([value].flat());
  return (subject) => wanted.has(subject[attribute]);
}

/** Of times nobody asks this: they are compared. */
const attributeEquals: Readonly<Partial<Record<Attribute, (wanted: unknown) => Predicate>>> = {
  platform: (wanted) => (subject) => subject.platform === wanted,
  locale: (wanted) => (subject) => subject.locale === wanted,
  timeZone: (wanted) => (subject) => subject.timeZone === wanted,
  kind: (wanted) => (subject) => subject.kind === wanted,
  sessions: (wanted) => (subject) => subject.sessions === wanted,
};

function attributeComparison(rule: AttributeRule): Predicate {
  const { attribute } = rule;
  const test = compileComparison(rule, attribute, attributeReadings[attribute]);
  return (subject) => test({ fields: attributesOf(subject) });
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
