import type { Attribute, Rule } from "../../core/rule.ts";

/** What is read of a person besides kind and id: a scan over a million people reads no more than it must. */
export interface ScanColumns {
  readonly fields: boolean;
  readonly labels: boolean;
  readonly device: boolean;
  /** createdAt, firstSeenAt, lastSeenAt and sessions. */
  readonly stamps: boolean;
}

const ofDevice: readonly Attribute[] = ["platform", "locale", "timeZone"];
const ofStamps: readonly Attribute[] = ["createdAt", "firstSeenAt", "lastSeenAt", "sessions"];

/** What the rules ask of a person. */
export function columnsFor(rules: readonly Rule[]): ScanColumns {
  const leaves = rules.flatMap(leavesOf);
  const asks = (attributes: readonly Attribute[]) =>
    leaves.some((leaf) => "attribute" in leaf && attributes.includes(leaf.attribute));
  return {
    fields: leaves.some((leaf) => "field" in leaf),
    labels: leaves.some((leaf) => "label" in leaf),
    device: asks(ofDevice),
    stamps: asks(ofStamps),
  };
}

/** The rules in a rule that have no rules in them. A rule is at most 32 levels deep. */
function leavesOf(rule: Rule): Rule[] {
  if ("all" in rule) return rule.all.flatMap(leavesOf);
  if ("any" in rule) return rule.any.flatMap(leavesOf);
  if ("not" in rule) return leavesOf(rule.not);
  return [rule];
}
