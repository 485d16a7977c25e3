import type { AttributeRule, EventRule, FieldRule, Rule } from "../rule.ts";
import { attributeSources, attributeText } from "./attribute-value.ts";
import { compileCount } from "./count.ts";
import type { ExplainedSubject } from "./decision.ts";
import { type Actual, compileComparison } from "./operators.ts";
import { allOf, type Facts, not, type RuleNode, some } from "./rule-node.ts";
import { selectorOf } from "./selector.ts";
import type { Subject } from "./subject.ts";
import { formatTime } from "./time.ts";
import { compileWindow } from "./window.ts";

/** What `{"tribe": id}` stands for. */
export type Reference = (tribeId: string) => RuleNode;

/** Most events that an explanation lists for one rule. */
const listed = 100;

/** Compiles a rule and all that is in it; a rule has at most `ruleLimits.depth` levels. What it makes never throws. */
export function compileRule(rule: Rule, reference: Reference): RuleNode {
  if ("all" in rule) {
    return allOf(
      rule,
      rule.all.map((one) => compileRule(one, reference)),
    );
  }
  if ("any" in rule) {
    const children = rule.any.map((one) => compileRule(one, reference));
    return { rule, test: some(children.map((child) => child.test)), children };
  }
  if ("not" in rule) {
    const child = compileRule(rule.not, reference);
    return { rule, test: not(child.test), children: [child] };
  }
  if ("tribe" in rule) return reference(rule.tribe);
  if ("label" in rule) return compileLabel(rule);
  if ("event" in rule) return compileEvent(rule);
  return "field" in rule ? compileField(rule) : compileAttribute(rule);
}

function compileField(rule: FieldRule): RuleNode {
  const test = compileComparison(rule);
  const value = fieldReader(rule.field);
  return {
    rule,
    test: (subject) => test(value(subject)),
    facts: (subject) => ({ expected: rule.value, actual: value(subject) ?? null }),
  };
}

/** A field of the person's own: what every object inherits, such as `constructor`, is no field. */
function fieldReader(name: string): (subject: Subject) => Actual {
  if (!(name in Object.prototype)) return (subject) => subject.fields[name];
  return (subject) => (Object.hasOwn(subject.fields, name) ? subject.fields[name] : undefined);
}

function compileAttribute(rule: AttributeRule): RuleNode {
  const { value, reading } = attributeSources[rule.attribute];
  const test = compileComparison(rule, reading);
  return {
    rule,
    test: (subject) => test(value(subject)),
    facts: (subject) => ({
      expected: rule.value,
      actual: attributeText(rule.attribute, subject) ?? null,
    }),
  };
}

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
