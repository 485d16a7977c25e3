import { statSync } from "node:fs";
import { join } from "node:path";
import type { SecretsDocument } from "../core/documents.ts";
import { isThere } from "./is-there.ts";
import { StartError } from "./start-error.ts";
import type { Store } from "./store/ports.ts";
import { secretsKind } from "./workspace/document-kinds.ts";
import { readPlain } from "./workspace/durable-json-file.ts";
import { parseDocument } from "./workspace/parse-document.ts";
import type { Workspace } from "./workspace/workspace.ts";
import { dataDbOf } from "./workspace/workspace-files.ts";

/** data.db and secrets.json name each other (ADR 43): a data.db that was lost is told, one of another workspace refused. */
export async function assertTogether(
  { dir, secrets, warnings }: Workspace,
  { identity, isNew }: { readonly identity: string; readonly isNew: boolean },
): Promise<void> {
  const { storeId, formerStoreIds = [] } = secrets.data;
  if (storeId === identity) return;
  if (!isNew) assertOwnDatabase(dir, secrets.data, identity);
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

/** @throws StartError where it is another workspace's */
export function assertOwnDatabase(
  dataDir: string,
  { storeId, formerStoreIds = [] }: SecretsDocument,
  identity: string,
): void {
  if (storeId !== undefined && storeId !== identity && !formerStoreIds.includes(identity))
    throw new StartError(
      `${dataDbOf(dataDir)} is not the one that belongs to the secrets.json beside it. Nothing was changed.\nPut the right one back; or, to go on with this one, remove the line "storeId" from that secrets.json.`,
    );
}

/** Whether a folder lacks the data.db that its secrets.json names: a start would begin with an empty one, and say so. */
export const lacksDatabase = async (dataDir: string): Promise<boolean> =>
  isLacking(dataDir, await secretsIn(dataDir));

/** The same of what its secrets.json says. @throws StartError where nobody can say */
export function isLacking(dataDir: string, secrets: SecretsDocument | null): boolean {
  const path = dataDbOf(dataDir);
  return secrets?.storeId !== undefined && (!isThere(path) || statSync(path).size === 0);
}

/** What a folder's secrets.json says; null where there is none. @throws DocumentError */
export async function secretsIn(dataDir: string): Promise<SecretsDocument | null> {
  const path = join(dataDir, ".understudy", "secrets.json");
  if (!isThere(path)) return null;
  const text = await readPlain(dataDir, path);
  return text === null ? null : parseDocument(path, text, secretsKind).value;
}

/** After a crash, reads the whole file in the background: damage is told, and what can be read is served. */
export function lookForDamage({ warnings }: Workspace, store: Store): void {
  store.damage().then(
    (found) => {
      if (found !== null)
        warnings.set(
          "damage",
          `The event store (.understudy/data.db) is damaged: ${found}. Make a backup of the folder, then restore an older one (understudy restore).`,
        );
    },
    // The check was stopped, or could not read at all: then each question says so.
    () => undefined,
  );
}
