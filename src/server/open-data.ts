import { access, constants, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Problem } from "../core/problem.ts";
import { StartError } from "./start-error.ts";
import { EventStore } from "./store/event-store.ts";
import { DocumentError } from "./workspace/document-error.ts";
import { Workspace } from "./workspace/workspace.ts";

/** @throws StartError where the folder can't be made or written */
export async function assertFolderIsWritable(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} can't be written: ${(error as Error).message}. Name another with --data.`,
    );
  }
}

/** Both halves of the data at once: the documents and the database take their time in different threads. */
export async function openData(dataDir: string, now: number): Promise<[Workspace, EventStore]> {
  const [workspace, store] = await Promise.allSettled([
    Workspace.open(dataDir, now),
    EventStore.open(join(dataDir, ".understudy", "data.db")),
  ]);
  if (workspace.status === "rejected") {
    if (store.status === "fulfilled") await store.value.close();
    throw workspace.reason;
  }
  if (store.status === "rejected") throw store.reason;
  return [workspace.value, store.value];
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
