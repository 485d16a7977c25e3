import { join } from "node:path";
import { CliError } from "../cli-error.ts";
import type { TargetPlan } from "./generate-plans.ts";

interface Options {
  readonly force: boolean;
  /** Whether a person can be asked. */
  readonly mayAsk: boolean;
}

/** The files that were edited and that an update would overwrite or remove. */
export const editedFiles = (plans: readonly TargetPlan[]): string[] =>
  plans.flatMap(({ target, plan }) =>
    plan.changes.filter((change) => change.kind === "edited").map((change) => join(target.out, change.path)),
  );

/** Asks before an edit is lost. @throws CliError where nobody can be asked, or the answer is no */
export async function confirmEdits(plans: readonly TargetPlan[], { force, mayAsk }: Options): Promise<void> {
  const files = editedFiles(plans);
  if (files.length === 0 || force) return;
  if (!mayAsk) throw editedError(files);
  const { confirm } = await import("@inquirer/prompts");
  const message = `Edited since they were written, or not written by Understudy:\n${list(files)}\nOverwrite them?`;
  if (!(await confirm({ message, default: false }))) throw editedError(files);
}

const editedError = (files: readonly string[]): CliError =>
  new CliError(
    `Nothing was changed: these files were edited since they were written, or are not Understudy's:\n${list(files)}\nMove the edits elsewhere, or overwrite them with --force. \`understudy update --check\` shows the differences.`,
    { code: "edited", files },
  );

const list = (files: readonly string[]): string => files.map((file) => `  ${file}`).join("\n");
