import type { DesktopBridge, ExportFolder } from "../../core/ipc.ts";
import type { FolderAccess } from "./folder-access.ts";

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
