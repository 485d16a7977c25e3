import { print } from "../output.ts";
import type { TargetPlan } from "./generate-plans.ts";

/** What an update did, for a program. */
export const updateAsJson = ({ target, revision, plan }: TargetPlan) => ({
  ...target,
  revision,
  written: plan.changes.filter((change) => change.after !== null).map((change) => change.path),
  removed: plan.changes.filter((change) => change.after === null).map((change) => change.path),
  unchanged: plan.unchanged,
});

/** The same in one line for a person. */
export function printUpdate(done: TargetPlan): void {
  const { out, lang, written, removed, unchanged, revision } = updateAsJson(done);
  const counts = [
    `${written.length} written`,
    ...(removed.length > 0 ? [`${removed.length} removed`] : []),
    `${unchanged} unchanged`,
  ];
  print(`${out} (${lang}, revision ${revision}): ${counts.join(", ")}`);
}
