import { type Backup, backUp, restore } from "../../server/backup/backup.ts";
import { defaultDataDir } from "../../server/locator.ts";
import { CliError, exitCodes, isOfWorkingFolder } from "../cli-error.ts";
import { counted, paint, print, printJson } from "../output.ts";
import { withProgress } from "../progress.ts";

export interface BackupFlags {
  readonly data?: string;
  readonly json?: boolean;
}
export interface RestoreFlags extends BackupFlags {
  readonly replace?: boolean;
}

/** Copies the workspace of one moment into a new folder, also while it is in use. */
export async function backupCommand(folder: string, { data, json = false }: BackupFlags): Promise<number> {
  const made = await withProgress("Copying the workspace", { json }, () =>
    inWords(backUp(data ?? defaultDataDir(), folder)),
  );
  if (json) printJson(made);
  else print(`${paint("✓", "green")} ${made.folder} holds ${contents(made)}.`);
  return exitCodes.done;
}

/** Restores a backup; what was there stays beside it. */
export async function restoreCommand(
  folder: string,
  { data, json = false, replace = false }: RestoreFlags,
): Promise<number> {
  const { restored, kept } = await withProgress("Restoring the workspace", { json }, () =>
    inWords(restore(folder, data ?? defaultDataDir(), { replace, now: Date.now() })),
  );
  if (json) printJson({ ...restored, kept });
  else {
    print(`${paint("✓", "green")} ${restored.folder} holds ${contents(restored)} again.`);
    if (kept !== null) print(`What was there is in ${kept}.`);
  }
  return exitCodes.done;
}

const contents = ({ spaces, users, events, bytes }: Backup): string =>
  `${counted(spaces, "Space")}, ${counted(users, "user")} and ${counted(events, "event")} (${(bytes / 1e6).toFixed(1)} MB)`;

const inWords = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isOfWorkingFolder(error)) throw error;
    throw new CliError(error instanceof Error ? error.message : String(error));
  });
