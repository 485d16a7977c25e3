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

/** Whether the generated code is just what would be generated now; says what differs where it is not. */
export function reportCheck(plans: readonly TargetPlan[], json: boolean): boolean {
  const ok = plans.every(({ plan }) => plan.changes.length === 0);
  if (json) printJson({ ok, targets: plans.map(asJson) });
  else if (ok) print(`${paint("✓", "green")} Generated code is up to date.`);
  else for (const one of plans) printTarget(one);
  return ok;
}

const asJson = ({ target, revision, plan }: TargetPlan) => ({
  ...target,
  revision,
  differences: plan.changes.map(({ path, kind }) => ({ path, kind })),
});

function printTarget({ target, revision, plan }: TargetPlan): void {
  const older = plan.changes.filter(differsInRevisionAlone);
  for (const change of plan.changes.filter((one) => !older.includes(one))) {
    print(`${paint("✗", "red")} ${join(target.out, change.path)} ${headings[change.kind]}`);
    // A whole file that comes or goes says no more than its name.
    if (change.before !== null && change.after !== null) printDiff(lineDiff(change.before, change.after));
  }
  if (older.length > 0)
    print(
      `${paint("✗", "red")} ${target.out}: ${older.length} more of an older revision; production is at ${revision}`,
    );
  if (plan.changes.length > 0) print("Run `understudy update` to write it anew.");
}

const firstLineRevision = /^(.*), revision \d+\. /;
const withoutRevision = (text: string | null) =>
  text?.replaceAll("\r\n", "\n").replace(firstLineRevision, "$1. ");

/** Nothing but the number in its first line: told once for all such files. */
const differsInRevisionAlone = ({ kind, before, after }: Change): boolean =>
  kind === "outdated" && withoutRevision(before) === withoutRevision(after);

function printDiff(lines: readonly (DiffLine | null)[]): void {
  for (const line of lines.slice(0, MOST_LINES))
    print(line === null ? paint("    ⋮", "dim") : diffLine(line));
  if (lines.length > MOST_LINES) print(paint(`    … and ${lines.length - MOST_LINES} more lines`, "dim"));
}

const colours = { "-": "red", "+": "green", " ": "dim" } as const;
const diffLine = ({ sign, text }: DiffLine): string => paint(`    ${sign} ${text}`, colours[sign]);
