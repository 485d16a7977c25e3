import { join } from "node:path";
import type { Change } from "../../core/codegen/folder/change.ts";
import { type DiffLine, lineDiff } from "../../core/codegen/folder/line-diff.ts";
import { paint, print, printJson } from "../output.ts";
import type { TargetPlan } from "./generate-plans.ts";

const MOST_LINES = 40;

const headings: Readonly<Record<Change["kind"], string>> = {
  missing: "is missing",
  outdated: "is out of date",
  stale: "is no longer generated",
  edited: "was edited, or is not Understudy's",
};

/**
 * Whether the generated code does just what that of now would; says what differs where it does not. The revision is a number in it that grows with
 * every Tribe: it alone is no difference.
 */
export function reportCheck(plans: readonly TargetPlan[], json: boolean): boolean {
  const ok = plans.every(({ plan }) => plan.changes.every(differsInRevisionAlone));
  if (json) printJson({ ok, targets: plans.map(asJson) });
  else if (ok) print(`${paint("✓", "green")} Generated code is up to date.${olderNote(plans)}`);
  else for (const one of plans) printTarget(one);
  return ok;
}

function olderNote(plans: readonly TargetPlan[]): string {
  const [older] = plans.filter(({ plan }) => plan.changes.length > 0);
  return older === undefined ? "" : ` It names an older revision; production is at ${older.revision}.`;
}

const asJson = ({ target, revision, plan }: TargetPlan) => ({
  ...target,
  revision,
  differences: plan.changes
    .filter((change) => !differsInRevisionAlone(change))
    .map(({ path, kind }) => ({ path, kind })),
});

function printTarget({ target, revision, plan }: TargetPlan): void {
  const older = plan.changes.filter(differsInRevisionAlone);
  for (const change of plan.changes.filter((one) => !older.includes(one))) {
    print(`${paint("✗", "red")} ${join(target.out, change.path)} ${headings[change.kind]}`);
    // A whole file that comes or goes says no more than its name.
    if (change.before !== null && change.after !== null) printDiff(lineDiff(change.before, change.after));
  }
  if (older.length > 0)
    print(`  ${target.out}: ${older.length} more of an older revision; production is at ${revision}`);
  if (plan.changes.length > older.length) print("Run `understudy update` to write it anew.");
}

/** Without the number in its first lines, and without the same number where the fallbacks have it, on a line of its own. */
function withoutRevision(text: string | null): string | undefined {
  const lines = text?.replaceAll("\r\n", "\n");
  const revision = /, revision (\d+)\. Do not edit/.exec(lines ?? "")?.[1];
  return lines
    ?.replace(`, revision ${revision}. Do not edit`, "")
    .replace(new RegExp(`^( *(?:revision: )?)${revision},$`, "m"), "$1");
}

/** Nothing but the number: told once for all such files. */
const differsInRevisionAlone = ({ kind, before, after }: Change): boolean =>
  kind === "outdated" && withoutRevision(before) === withoutRevision(after);

function printDiff(lines: readonly (DiffLine | null)[]): void {
  for (const line of lines.slice(0, MOST_LINES))
    print(line === null ? paint("    ⋮", "dim") : diffLine(line));
  if (lines.length > MOST_LINES) print(paint(`    … and ${lines.length - MOST_LINES} more lines`, "dim"));
}

const colours = { "-": "red", "+": "green", " ": "dim" } as const;
const diffLine = ({ sign, text }: DiffLine): string => paint(`    ${sign} ${text}`, colours[sign]);
