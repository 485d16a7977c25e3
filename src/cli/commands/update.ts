import { exitCodes } from "../cli-error.ts";
import { mayAsk } from "../may-ask.ts";
import { printJson } from "../output.ts";
import { connect } from "../platform/platform-client.ts";
import { withProgress } from "../progress.ts";
import { readProject } from "../project/project-config.ts";
import { applyPlans } from "../update/apply-plans.ts";
import { reportCheck } from "../update/check-report.ts";
import { confirmEdits } from "../update/confirm-edits.ts";
import { generatePlans } from "../update/generate-plans.ts";
import { printUpdate, updateAsJson } from "../update/update-report.ts";
import { watchSpace } from "../update/watch-space.ts";

export interface UpdateFlags {
  readonly project?: string;
  readonly data?: string;
  readonly check?: boolean;
  readonly watch?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Writes the project's generated code anew; with --check only says whether it is up to date; with --watch goes on doing so. */
export async function update(flags: UpdateFlags): Promise<number> {
  const { check = false, force = false, json = false } = flags;
  const project = readProject(flags.project ?? process.cwd());
  const client = await connect(flags.data);
  if (flags.watch) {
    await watchSpace(client, project, { json, force });
    return exitCodes.done;
  }
  const { plans } = await withProgress("Generating code", { json }, () =>
    generatePlans(client, project, { force, check }),
  );
  if (check) return reportCheck(plans, json) ? exitCodes.done : exitCodes.failed;
  await confirmEdits(plans, { force, mayAsk: mayAsk(json) });
  await applyPlans(plans, (one) => {
    if (!json) printUpdate(one);
  });
  if (json) printJson({ ok: true, targets: plans.map(updateAsJson) });
  return exitCodes.done;
}
