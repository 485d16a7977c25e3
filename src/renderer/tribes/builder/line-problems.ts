import { isWithin } from "../../why/rule-path.ts";
import type { RuleRow } from "../../why/rule-sentence.ts";
import type { RuleProblem } from "../draft-issues.ts";

const membersNamed: Readonly<Record<string, string>> = {
  field: "The field",
  event: "The event",
  label: "The label",
  tribe: "The Tribe",
  key: "The metadata key",
  value: "The value",
  count: "The count",
  window: "The window",
  where: "The filters",
};

/** What is wrong in a line, as sentences; of a group what is wrong with itself, not with its members. */
export function lineProblems(problems: readonly RuleProblem[], row: RuleRow): string[] {
  const own = problems.filter(({ path }) => isOwn(path, row));
  return [...new Set(own.map(({ path, message }) => `${subject(path)} ${message}.`))];
}

function isOwn(path: readonly PropertyKey[], row: RuleRow): boolean {
  if (row.kind === "condition") return isWithin(path, row.path);
  const inMember = row.list !== null && path.length > row.list.length;
  return isWithin(path, row.path) && !inMember;
}

function subject(path: readonly PropertyKey[]): string {
  const named = path.findLast((step) => typeof step === "string" && step in membersNamed);
  return membersNamed[String(named)] ?? "This";
}
