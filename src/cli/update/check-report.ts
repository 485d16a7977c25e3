import { join } from "node:path";
import type { Change } from "../../core/codegen/folder/change.ts";
import { type DiffLine, lineDiff } from "../../core/codegen/folder/line-diff.ts";
import { counted, paint, print, printJson, visible } from "../output.ts";
import { editedFiles } from "./confirm-edits.ts";
import type { TargetPlan } from "./generate-plans.ts";

const MOST_LINES = 40;

const headings: Readonly<Record<Change["kind"], string>> = {
  missing: "is missing",
  outdated: "is out of date",
  stale: "is no longer generated",
  edited: "was edited, or is not Understudy's",
};

/**
 * Prints how the generated code differs from what would be generated now; another revision alone is no difference. Gives
 * whether it is up to date.
 */
export function reportCheck(plans: readonly TargetPlan[], json: boolean): boolean {
  const ok = plans.every(({ differences }) => differences.length === 0);
  if (json) printJson({ ok, targets: plans.map(asJson) });
  else if (ok) print(`${paint("✓", "green")} Generated code is up to date.${olderNote(plans)}`);
  else {
    for (const one of plans) printTarget(one);
    print(remedy(plans));
  }
  return ok;
}

const remedy = (plans: readonly TargetPlan[]): string =>
  editedFiles(plans).length === 0
    ? "Run `understudy update` to write it anew."
    : "Run `understudy update --force` to write it anew; the edits are lost.";

function olderNote(plans: readonly TargetPlan[]): string {
  const [older] = plans.filter(({ plan }) => plan.changes.length > 0);
  return older === undefined ? "" : ` It names an older revision; production is at ${older.revision}.`;
}

const asJson = ({ target, revision, differences }: TargetPlan) => ({
  ...target,
  revision,
  differences: differences.map(({ path, kind }) => ({ path, kind })),
});

function printTarget({ target, revision, plan, differences }: TargetPlan): void {
  for (const change of differences) {
    print(`${paint("✗", "red")} ${join(target.out, change.path)} ${headings[change.kind]}`);
    // A file that was added or removed as a whole is only named.
    if (change.before !== null && change.after !== null) printDiff(lineDiff(change.before, change.after));
  }
  const differing = new Set(differences.map(({ path }) => path));
  const older = plan.changes.filter(({ path }) => !differing.has(path));
  if (older.length > 0)
    print(`  ${target.out}: ${older.length} more of an older revision; production is at ${revision}`);
}

function printDiff(lines: readonly (DiffLine | null)[]): void {
  for (const line of lines.slice(0, MOST_LINES))
    print(line === null ? paint("    ⋮", "dim") : diffLine(line));
  if (lines.length > MOST_LINES)
    print(paint(`    … and ${counted(lines.length - MOST_LINES, "more line")}`, "dim"));
}

const colours = { "-": "red", "+": "green", " ": "dim" } as const;
const diffLine = ({ sign, text }: DiffLine): string =>
  paint(`    ${sign} ${text.split("\t").map(visible).join("\t")}`, colours[sign]);
