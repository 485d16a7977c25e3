import { CliError } from "../cli-error.ts";
import { applyPlan } from "../codegen-folder/apply-plan.ts";
import type { TargetPlan } from "./generate-plans.ts";
import { updateAsJson } from "./update-report.ts";

/**
 * Writes the code of one target after the other, and tells of each that is written.
 *
 * @throws CliError where one can't be written; for a program it names those before it, as `targets`
 */
export async function applyPlans(
  plans: readonly TargetPlan[],
  onWritten: (one: TargetPlan) => void,
): Promise<void> {
  const written: TargetPlan[] = [];
  for (const one of plans) {
    await applyPlan(one.plan).catch((error: unknown) => {
      if (!(error instanceof CliError)) throw error;
      throw new CliError(error.message, { ...error.details, targets: written.map(updateAsJson) });
    });
    written.push(one);
    onWritten(one);
  }
}
