import type { Rule } from "../../core/rule.ts";
import { isGroup, pathKey, peeled, ruleAt } from "../rules/rule-path.ts";
import { type RuleRow, ruleRows } from "../rules/rule-sentence.ts";
import { bareNames } from "../rules/sentence-piece.ts";
import { around } from "./rule-moves.ts";

/**
 * Which lines an edit has changed, as keys of their paths. A line is known by what it says and by the groups around it:
 * one that only moved up or down among its neighbours means the same.
 */
export function changedRows(saved: Rule | null, edited: Rule): ReadonlySet<string> {
  if (saved === null) return new Set();
  const left = new Map<string, number>();
  for (const row of ruleRows(saved, bareNames)) {
    const known = meaning(saved, row);
    left.set(known, (left.get(known) ?? 0) + 1);
  }
  const changed = new Set<string>();
  for (const row of ruleRows(edited, bareNames)) {
    const known = meaning(edited, row);
    const count = left.get(known) ?? 0;
    if (count === 0) changed.add(pathKey(row.path) + row.kind);
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
