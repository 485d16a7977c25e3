import { constants } from "node:fs";
import { copyFile, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { environmentKeys } from "../../core/primitives.ts";
import { readyCopy } from "../open-data.ts";
import type { Services } from "../services.ts";
import type { StoreFile } from "../store/ports.ts";
import {
  type Documents,
  dataFile,
  documentsFile,
  type Manifest,
  readDocuments,
  restoringDir,
  sync,
  textOf,
  writeWhole,
} from "../workspace/snapshot-files.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { dataDbOf } from "../workspace/workspace-files.ts";

type Needs = Pick<Services, "workspace" | "clock">;

const day = 86_400_000;

/** Copies the store that is to be restored beside the one in use. */
export async function makeStoreReady(
  dir: string,
  { identity }: StoreFile,
  { workspace, clock }: Needs,
): Promise<void> {
  const ready = restoringDir(workspace.dir);
  await rm(ready, { recursive: true, force: true });
  await mkdir(ready, { recursive: true, mode: 0o700 });
  await copyFile(join(dir, dataFile), join(ready, dataFile), constants.COPYFILE_FICLONE);
  readyCopy(join(ready, dataFile), {
    identity,
    inUse: dataDbOf(workspace.dir),
    since: clock.now() - day,
  });
  await sync(join(ready, dataFile));
}

/**
 * Writes the documents that are to be restored beside those in use, which must be held until then: organizations and people
 * stay as they are, only settings are restored.
 */
export async function makeDocumentsReady(dir: string, workspace: Workspace): Promise<void> {
  const ready = restoringDir(workspace.dir);
  const documents = readDocuments(await readFile(join(dir, documentsFile), "utf8"));
  await writeWhole(join(ready, documentsFile), JSON.stringify(adopted(workspace, documents)));
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

/** Takes the keys of Spaces that come back. A key that a Space has now stays with it. */
export async function adoptKeys({ secrets }: Workspace, { apiKeys }: Manifest): Promise<void> {
  const lacking = Object.keys(apiKeys).filter((id) => secrets.data.apiKeys[id] === undefined);
  const isDeleted = secrets.data.deletedSpaces?.some((id) => apiKeys[id] !== undefined) === true;
  if (lacking.length === 0 && !isDeleted) return;
  await secrets.update((draft) => {
    const taken = new Set(
      Object.values(draft.apiKeys).flatMap((keys) => environmentKeys.map((key) => keys[key].apiKey)),
    );
    for (const id of lacking) {
      const keys = apiKeys[id];
      const isFree = keys !== undefined && environmentKeys.every((key) => !taken.has(keys[key].apiKey));
      if (isFree) draft.apiKeys[id] = keys;
    }
    if (draft.deletedSpaces !== undefined)
      draft.deletedSpaces = draft.deletedSpaces.filter((id) => apiKeys[id] === undefined);
  });
}
