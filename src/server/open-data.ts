import { access, constants, mkdir, rm } from "node:fs/promises";
import { Problem } from "../core/problem.ts";
import { StartError } from "./start-error.ts";
import type { Store } from "./store/ports.ts";
import type { OpenedDb } from "./store/sqlite/schema.ts";
import { SqliteStore } from "./store/sqlite/sqlite-store.ts";
import { DocumentError } from "./workspace/document-error.ts";
import { Workspace } from "./workspace/workspace.ts";
import { dataDbOf } from "./workspace/workspace-files.ts";

// Nothing else knows how things are stored; what copies or checks a workspace comes here.
export { copyDatabase, lookAtDatabase } from "./store/sqlite/database-copy.ts";

/** @throws StartError where the folder can't be made or written */
export async function assertFolderIsWritable(dataDir: string): Promise<void> {
  try {
    // Node's recursive mkdir never comes back there.
    if (/^\/proc(\/|$)/.test(dataDir)) throw new Error("/proc keeps no files");
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} can't be written: ${(error as Error).message}. Name another with --data.`,
    );
  }
}

/** Both halves of the data at once: the documents and the database take their time in different threads. */
export async function openData(dataDir: string, now: number): Promise<[Workspace, Store]> {
  const [workspace, store] = await Promise.allSettled([
    Workspace.open(dataDir, now),
    SqliteStore.open(dataDbOf(dataDir)),
  ]);
  if (workspace.status === "rejected") {
    if (store.status === "fulfilled") await closeUnused(store.value, dataDir);
    throw workspace.reason;
  }
  if (store.status === "rejected") throw store.reason;
  try {
    await assertTogether(workspace.value, store.value.opened);
  } catch (error) {
    await store.value.close();
    throw error;
  }
  if (store.value.opened.wasCut) lookForDamage(workspace.value, store.value);
  return [workspace.value, store.value];
}

/** A start that fails leaves none behind that it made: the next one would take it for somebody else's. */
async function closeUnused(store: SqliteStore, dataDir: string): Promise<void> {
  await store.close();
  if (store.opened.isNew) await rm(dataDbOf(dataDir), { force: true });
}

/** data.db and secrets.json know each other: what was lost or swapped between two runs is told, not taken for an empty one. */
async function assertTogether(
  { secrets, warnings }: Workspace,
  { identity, isNew }: OpenedDb,
): Promise<void> {
  const { storeId, formerStoreIds = [] } = secrets.data;
  if (storeId === identity) return;
  if (storeId !== undefined && !isNew && !formerStoreIds.includes(identity))
    throw new StartError(
      `.understudy/data.db is not the one that belongs to .understudy/secrets.json. Nothing was changed.\nPut the right one back; or, to go on with this one, remove the line "storeId" from secrets.json.`,
    );
  await secrets.update((draft) => {
    draft.storeId = identity;
    if (storeId !== undefined) draft.formerStoreIds = [...formerStoreIds, storeId];
  });
  if (storeId !== undefined && isNew)
    warnings.set(
      "data.db",
      "The event store (.understudy/data.db) was missing, so an empty one was made: users, events and the history of publications from before are not in it. Stop Understudy and put the file back, if you have it.",
    );
}

/** After a stop that was none, beside all else: a disk that lost something is told, and what can be read is served. */
function lookForDamage({ warnings }: Workspace, store: Store): void {
  store.damage().then(
    (found) => {
      if (found !== null)
        warnings.set(
          "damage",
          `The event store (.understudy/data.db) is damaged: ${found}. Make a backup of the folder, then put back an older one (understudy restore).`,
        );
    },
    // It was stopped, or could not be read at all: then each question says so.
    () => undefined,
  );
}

/** Any reason for a start that failed, in words for the operator. */
export function asStartError(error: unknown): StartError {
  if (error instanceof StartError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof DocumentError)
    return new StartError(
      `${reason}\nNothing was changed. Mend the file, or put back a copy of it, and start again.`,
    );
  if (error instanceof Problem) return new StartError(reason);
  return new StartError(`The data folder can't be used: ${reason}`);
}
