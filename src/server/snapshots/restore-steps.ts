import { constants } from "node:fs";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ApiKeys } from "../../core/documents.ts";
import { type EnvironmentKey, environmentKeys } from "../../core/primitives.ts";
import { Problem } from "../../core/problem.ts";
import { isApiKey, noteThere } from "../access/api-key-service.ts";
import { sha256 } from "../access/secret-text.ts";
import { readyCopy, takeSessions } from "../open-data.ts";
import type { Services } from "../services.ts";
import type { StoreFile } from "../store/ports.ts";
import { restoringDir, stageDocuments } from "../workspace/restore-files.ts";
import {
  type Documents,
  dataFile,
  documentsFile,
  type Manifest,
  readDocuments,
  sync,
  textOf,
} from "../workspace/snapshot-files.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { dataDbOf } from "../workspace/workspace-files.ts";

type GoesOn = Pick<Services, "workspace" | "recent" | "log" | "clock">;

/** What the store needs to open again on a disk that is full otherwise, in bytes: free once the folder of the restore is gone. */
const reserveBytes = 512 * 1024;

/** Copies the store that is to be restored beside the one in use. */
export async function makeStoreReady(
  dir: string,
  { identity }: StoreFile,
  { dir: dataDir }: Workspace,
): Promise<void> {
  const ready = restoringDir(dataDir);
  await rm(ready, { recursive: true, force: true });
  await mkdir(ready, { recursive: true, mode: 0o700 });
  await writeFile(join(ready, "reserve"), Buffer.alloc(reserveBytes));
  await copyFile(join(dir, dataFile), join(ready, dataFile), constants.COPYFILE_FICLONE);
  await readyCopy(join(ready, dataFile), { identity, inUse: dataDbOf(dataDir) });
  await sync(join(ready, dataFile));
}

/** Takes the sessions along that have begun meanwhile; nobody writes the store any more. */
export async function takeLastSessions({ dir }: Workspace): Promise<void> {
  const ready = join(restoringDir(dir), dataFile);
  await takeSessions(ready, dataDbOf(dir));
  await sync(ready);
}

/**
 * Writes the documents that are to be restored beside those in use, which must be held until then: organizations and people
 * stay as they are, only settings are restored. Gives the ids of the Spaces.
 */
export async function makeDocumentsReady(dir: string, workspace: Workspace): Promise<ReadonlySet<string>> {
  const documents = readDocuments(await readFile(join(dir, documentsFile), "utf8"));
  await stageDocuments(workspace.dir, adopted(workspace, documents));
  const spaces = Object.entries(documents).filter(([path]) => path.endsWith("/space.json"));
  return new Set(spaces.map(([, text]) => JSON.parse(text).space.id as string));
}

function adopted({ document: { data } }: Workspace, documents: Documents): Documents {
  const orgs = new Set(data.organizations.map(({ id }) => id));
  const first = data.organizations[0]?.id ?? "";
  return Object.fromEntries(
    Object.entries(documents).map(([path, text]) => {
      const document = JSON.parse(text);
      if (path === "workspace.json") return [path, textOf({ ...data, settings: document.settings })];
      if (!path.endsWith("/space.json") || orgs.has(document.space.orgId)) return [path, text];
      return [path, textOf({ ...document, space: { ...document.space, orgId: first } })];
    }),
  );
}

/**
 * Takes the keys of Spaces that come back: of one that was deleted those that it had last. A key that a Space, rotated or not, or a
 * device has now stays with it.
 */
export async function adoptKeys(
  { secrets }: Pick<Workspace, "secrets">,
  { apiKeys }: Manifest,
  spaceIds: ReadonlySet<string>,
): Promise<void> {
  const lacking = [...spaceIds].filter((id) => secrets.data.apiKeys[id] === undefined);
  if (lacking.length === 0) return;
  await secrets.update((draft) => {
    const taken = new Set(draft.devices.map(({ hash }) => hash));
    for (const keys of Object.values(draft.apiKeys).flatMap((each) => Object.values(each)))
      for (const { apiKey } of [keys, ...keys.previous]) taken.add(sha256(apiKey));
    for (const id of lacking) {
      const known = draft.formerKeys?.[id] ?? apiKeys[id];
      const keys = known && freeKeys(known, taken);
      if (keys) draft.apiKeys[id] = keys;
      delete draft.formerKeys?.[id];
    }
  });
}

/** Those that are right and nobody's yet, which are taken from then on; null where an environment would have none. */
function freeKeys(keys: SpaceKeys, taken: Set<string>): SpaceKeys | null {
  const take = (environment: EnvironmentKey, apiKey: string) => {
    const hash = sha256(apiKey);
    const isFree = isApiKey(environment, apiKey) && !taken.has(hash);
    taken.add(hash);
    return isFree;
  };
  if (!environmentKeys.every((key) => take(key, keys[key].apiKey))) return null;
  const free = (key: EnvironmentKey): ApiKeys => ({
    apiKey: keys[key].apiKey,
    previous: keys[key].previous.filter(({ apiKey }) => take(key, apiKey)),
  });
  return {
    development: free("development"),
    staging: free("staging"),
    production: free("production"),
  };
}

type SpaceKeys = Readonly<Record<EnvironmentKey, ApiKeys>>;

/** After a restore, while all is held: everything in memory goes on with what was restored. @throws Problem storage-failed */
export async function goOnWith(
  { workspace, recent, log, clock }: GoesOn,
  head: Manifest,
  spaceIds: ReadonlySet<string>,
): Promise<void> {
  const steps = [
    () => recent.restart(),
    () => log.restart(),
    () => workspace.takeRestored(),
    () => clock.change(head.clock),
    () => keepStored(workspace, spaceIds),
  ];
  const faults: unknown[] = [];
  // Each of them, whatever another does: the restore is done.
  for (const step of steps)
    try {
      await step();
    } catch (error) {
      faults.push(error);
    }
  workspace.announce({ kind: "workspace" });
  for (const { data } of workspace.spaces()) workspace.announce({ kind: "space", spaceId: data.space.id });
  if (faults.length > 0)
    throw new Problem(
      "storage-failed",
      `The snapshot was restored, but something still goes on as before: ${(faults[0] as Error).message}. Restart Understudy.`,
    );
}

/** What a deleted Space has in the store is not dropped any more once the Space is there again. */
async function keepStored({ secrets }: Workspace, spaceIds: ReadonlySet<string>): Promise<void> {
  if (secrets.data.deletedSpaces?.some((id) => spaceIds.has(id)) !== true) return;
  await secrets.update((draft) => noteThere(draft, [...spaceIds]));
}
