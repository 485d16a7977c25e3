import type { Comparison, Count, Rule } from "../../core/rule.ts";
import { withOperator } from "./operator-words.ts";
import { isGroup, membersOf, type Path, replaceAt, ruleAt, valueAt } from "./rule-path.ts";
import type { Blank, GroupWord, OperatorWord } from "./sentence-piece.ts";

/** The rule with something else in a blank. With what stands there already it is the same rule. */
export function editBlank(rule: Rule, blank: Pick<Blank, "kind">, path: Path, value: Blank["value"]): Rule {
  const now = valueAt(rule, path);
  switch (blank.kind) {
    case "group":
      return replaceAt(rule, path, withGroupWord(now as Rule, value as GroupWord));
    case "not":
      return value === true ? rule : replaceAt(rule, path, withoutNot(now as Rule));
    case "has":
      return replaceAt(rule, path, withHas(now as Rule, value === true));
    case "op":
      return replaceAt(rule, path, withOperator(now as Comparison, value as OperatorWord));
    case "count":
      return replaceAt(rule, path, withCount(now as Count, value as Count["op"]));
    default:
      return replaceAt(rule, path, value);
  }
}

const withoutNot = (rule: Rule): Rule => ("not" in rule ? rule.not : rule);

function withGroupWord(rule: Rule, word: GroupWord): Rule {
  const group = withoutNot(rule);
  if (!isGroup(group)) return rule;
  const members = membersOf(group);
  const plain = word === "all" || word === "notAll" ? { all: members } : { any: members };
  return word === "all" || word === "any" ? plain : { not: plain };
}

function withHas(rule: Rule, has: boolean): Rule {
  const held = withoutNot(rule);
  return has ? held : { not: held };
}

/** The count of a new condition. */
const fewest = 1;

function withCount(count: Count, op: Count["op"]): Count {
  if (op === "any") return { op };
  return { op, value: count.op === "any" ? fewest : count.value };
}

/** The condition turned round: with the opposite word where there is one, else with a not. */
export function negated(rule: Rule): Rule {
  if ("not" in rule) return rule.not;
  if ("event" in rule) return { ...rule, did: !rule.did };
  if (!("op" in rule)) return { not: rule };
  if (rule.op === "exists") return { ...rule, value: rule.value !== true };
  const opposite = ({ equals: "notEquals", notEquals: "equals", in: "notIn", notIn: "in" } as const)[
    rule.op as "in"
  ];
  return opposite === undefined ? { not: rule } : { ...rule, op: opposite };
}

/** The rule with the condition at a path turned round. */
export function negateAt(rule: Rule, path: Path): Rule {
  const found = ruleAt(rule, path);
  return found === undefined ? rule : replaceAt(rule, path, negated(found));
}
