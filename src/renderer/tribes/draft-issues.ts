import { errorsIn, type FieldError, readPointer } from "../../core/problem.ts";
import type { Rule } from "../../core/rule.ts";
import { readRule } from "../../core/targeting/read-rule.ts";
import { findCycle, tribeReferences } from "../../core/targeting/tribe-references.ts";
import type { Tribe } from "../../core/tribe.ts";
import { isGroup, isWithin, type Path, pathKey, peeled, ruleAt } from "../rules/rule-path.ts";
import { type RuleRow, ruleRows } from "../rules/rule-sentence.ts";
import { bareName } from "../rules/sentence-piece.ts";
import { around } from "./rule-moves.ts";

/** What is wrong at a place of a rule, in words. */
export interface RuleProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * What speaks against saving a rule: what core refuses of it, and Tribes that are gone or would lead back to this one. While the
 * Tribes are not known, only the server can tell.
 */
export function ruleProblems(
  rule: Rule,
  tribes: readonly Pick<Tribe, "id" | "name" | "rules">[] | null,
  id: string | null,
): readonly RuleProblem[] {
  const read = readRule(rule);
  const problems = "issues" in read ? read.issues : [];
  if (tribes === null) return problems;
  const lost = missingTribes(rule, new Set(tribes.map((one) => one.id)));
  return [...problems, ...lost, ...(id === null ? [] : cycleProblems(rule, tribes, id))];
}

const missingTribes = (rule: Rule, known: ReadonlySet<string>): RuleProblem[] =>
  tribePlaces(rule, [])
    .filter(({ tribe }) => tribe !== "" && !known.has(tribe))
    .map(({ path }) => ({ path, message: "is no longer there: choose another Tribe" }));

/** The way back, by name, of every Tribe of the rule that leads to the edited one. */
function cycleProblems(
  rule: Rule,
  tribes: readonly Pick<Tribe, "id" | "name" | "rules">[],
  id: string,
): RuleProblem[] {
  return tribePlaces(rule, []).flatMap(({ tribe, path }) => {
    const others = tribes.filter((one) => one.id !== id);
    const cycle = findCycle([{ id, rules: { tribe } }, ...others]);
    if (!cycle?.includes(id)) return [];
    const from = cycle.indexOf(id);
    const way = [...cycle.slice(from), ...cycle.slice(0, from), id];
    const names = way.map((one) => tribes.find((known) => known.id === one)?.name ?? one);
    return [{ path, message: `leads back to this Tribe: ${names.join(" → ")}` }];
  });
}

function tribePlaces(rule: Rule, path: Path): { readonly tribe: string; readonly path: Path }[] {
  if ("tribe" in rule) return [{ tribe: rule.tribe, path: [...path, "tribe"] }];
  if ("not" in rule) return tribePlaces(rule.not, [...path, "not"]);
  if ("all" in rule) return rule.all.flatMap((one, index) => tribePlaces(one, [...path, "all", index]));
  if ("any" in rule) return rule.any.flatMap((one, index) => tribePlaces(one, [...path, "any", index]));
  return [];
}

/** Whether a Tribe leads to the edited one, so that naming it would close a cycle. */
export function leadsTo(from: Tribe, id: string, tribes: readonly Tribe[]): boolean {
  const byId = new Map(tribes.map((one) => [one.id, one]));
  const seen = new Set<string>();
  const waiting = [from.id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === id) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...tribeReferences(byId.get(next)?.rules ?? { all: [] }));
  }
  return false;
}

/** A server's errors about `/rules/…`, as problems of the rule. */
export function serverProblems(errors: readonly FieldError[], rule: Rule): RuleProblem[] {
  return errorsIn(errors, ["rules"]).map(({ path, detail }) => ({
    path: pathOf(path, rule),
    message: detail,
  }));
}

const membersNamed: Readonly<Record<string, string>> = {
  field: "The field",
  event: "The event",
  label: "The label",
  tribe: "The Tribe",
  key: "The metadata key",
  name: "The name",
  value: "The value",
  count: "The count",
  window: "The window",
  where: "The filters",
};

/** A problem as a sentence of its own, away from its place. */
export const problemWords = ({ path, message }: RuleProblem): string => `${subject(path)} ${message}.`;

function subject(path: readonly PropertyKey[]): string {
  const named = path.findLast((step) => typeof step === "string" && step in membersNamed);
  return membersNamed[String(named)] ?? "This";
}

/** A JSON pointer below `/rules` as a path: digits name members of lists only. */
function pathOf(written: string, rule: Rule): Path {
  let node: unknown = rule;
  const [, ...steps] = readPointer(written);
  return steps.map((step) => {
    const key = Array.isArray(node) ? Number(step) : step;
    node = (node as Readonly<Record<string | number, unknown>> | undefined)?.[key];
    return key;
  });
}

/** Those of some problems that stand at a path or in it. */
export const problemsWithin = (problems: readonly RuleProblem[], path: Path): readonly RuleProblem[] =>
  problems.filter((problem) => isWithin(problem.path, path));

/**
 * Which lines an edit has changed, as keys of their paths. A line is known by what it says and by the groups around it:
 * one that only moved up or down among its neighbours means the same.
 */
export function changedRows(saved: Rule | null, edited: Rule): ReadonlySet<string> {
  if (saved === null) return new Set();
  const left = new Map<string, number>();
  for (const row of ruleRows(saved, bareName)) {
    const known = meaning(saved, row);
    left.set(known, (left.get(known) ?? 0) + 1);
  }
  const changed = new Set<string>();
  for (const row of ruleRows(edited, bareName)) {
    const known = meaning(edited, row);
    const count = left.get(known) ?? 0;
    if (count === 0) changed.add(rowKey(row));
    else left.set(known, count - 1);
  }
  return changed;
}

/** How a line is named among the changed. */
export const rowKey = (row: RuleRow): string => pathKey(row.path) + row.kind;

function meaning(rule: Rule, row: RuleRow): string {
  if (row.kind === "lead") return `lead ${headOf(rule)}`;
  const own = ruleAt(rule, row.path);
  if (own === undefined) return "";
  const words = row.kind === "group" ? headOf(own) : JSON.stringify(own);
  return `${words} in ${groupsAround(rule, row).join(" in ")}`;
}

/** A group without its members: what is before it, and which kind it is. */
function headOf(rule: Rule): string {
  const { target, targetPath } = peeled(rule, []);
  const kind = isGroup(target) ? ("all" in target ? "all" : "any") : "all";
  return `${"not ".repeat(isGroup(target) ? targetPath.length : 0)}${kind}`;
}

function groupsAround(rule: Rule, { path, depth }: RuleRow): string[] {
  if (depth <= 1) return [];
  const outer = around(path);
  const group = ruleAt(rule, outer);
  if (group === undefined || outer.length === 0) return [];
  return [headOf(group), ...groupsAround(rule, { path: outer, depth: depth - 1 } as RuleRow)];
}
