import type { DesktopBridge, ExportFolder } from "../../core/ipc.ts";
import type { ApiClient } from "../api/client.ts";
import type { FolderAccess } from "./folder-access.ts";
import { planExport } from "./folder-export.ts";
import { subjectKey } from "./use-code.ts";

/** The tags of code that is in its folder as it is: as long as they stay, nobody has to look again. */
export type FreshTags = Map<string, string>;

/**
 * The folders of a Space whose code would be written differently now. The first line of a file alone, which names the
 * revision, is no difference; nor is what somebody edited, who knows of it. A folder that is gone is nobody's business.
 */
export async function staleExports(
  client: ApiClient,
  bridge: DesktopBridge,
  spaceId: string,
  fresh: FreshTags,
): Promise<ExportFolder[]> {
  const stale: ExportFolder[] = [];
  for (const folder of await bridge.listExportFolders({ spaceId }))
    if (await isStale(client, bridge, folder, fresh)) stale.push(folder);
  return stale;
}

async function isStale(
  client: ApiClient,
  bridge: DesktopBridge,
  folder: ExportFolder,
  fresh: FreshTags,
): Promise<boolean> {
  const { spaceId, platform, lang } = folder;
  const key = subjectKey({ spaceId, platform, lang });
  try {
    const { answer, etag } = await client.exchange("generateCode", {
      params: { spaceId },
      body: { platform, lang },
    });
    if (etag !== null && fresh.get(key) === etag) return false;
    const { changes } = await planExport(desktopFolder(bridge, folder), spaceId, answer.files);
    const differs = changes.some(
      ({ kind, before, after }) => kind !== "edited" && body(before) !== body(after),
    );
    if (!differs && etag !== null) fresh.set(key, etag);
    return differs;
  } catch {
    return false;
  }
}

const body = (text: string | null): string | null => (text === null ? null : text.slice(text.indexOf("\n")));

/** A folder that the app remembers, as what exporting needs. The page names whose code it is, never the folder. */
export function desktopFolder(
  bridge: DesktopBridge,
  { name, spaceId, platform, lang }: ExportFolder,
): FolderAccess {
  const subject = { spaceId, platform, lang };
  return {
    name,
    lands: "whole",
    find: (path) => bridge.findInExport({ ...subject, path }),
    apply: (moves) => bridge.writeExport({ ...subject, moves: [...moves] }),
  };
}
