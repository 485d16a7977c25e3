import { useQuery } from "@tanstack/react-query";
import type { ExportFolder } from "../../core/ipc.ts";
import { desktopBridge } from "../desktop/desktop-bridge.ts";
import { canPickFolder, type FolderAccess, pickFolder } from "../exports/folder-access.ts";
import { type ExportPlan, planExport } from "../exports/folder-export.ts";
import { desktopFolder } from "../exports/stale-exports.ts";
import { type Code, type CodeSubject, subjectKey } from "../exports/use-code.ts";
import { useConsole } from "../page/console-context.ts";
import { say } from "../stores/toasts-store.ts";

/** The ways into a folder that there are here. */
export interface FolderExport {
  /** Whether there is any way at all. */
  readonly possible: boolean;
  /** Whether it is known what the app remembers: until then a press could ask for a folder that was picked long ago. */
  readonly known: boolean;
  /** The folder that the desktop app remembers for this Space and language. */
  readonly remembered: ExportFolder | null;
  /** Says what would change in the remembered folder. */
  readonly again: () => Promise<void>;
  /** The same for a folder that the person picks first. */
  readonly pick: () => Promise<void>;
  readonly open: () => Promise<void>;
}

/** Exporting into a folder: by the desktop app where it is around, else by the browser where that can. */
export function useFolderExport({ subject, code }: Code, onPlan: (plan: ExportPlan) => void): FolderExport {
  const { toasts } = useConsole();
  const bridge = desktopBridge();
  const { known, remembered, setRemembered } = useRemembered(subject);
  const plan = async (folder: FolderAccess | null) => {
    if (folder !== null && code !== null) onPlan(await planExport(folder, subject.spaceId, code.files));
  };
  const told = (work: () => Promise<void>) => async () => {
    try {
      await work();
    } catch (error) {
      const why = error instanceof Error ? error.message : "The folder cannot be read.";
      say(toasts, `Nothing was written. ${why}`);
    }
  };
  const pickByApp = async () => {
    const folder = bridge === null ? null : await bridge.pickExportFolder(subject);
    if (bridge === null || folder === null) return;
    setRemembered(folder);
    await plan(desktopFolder(bridge, folder));
  };
  return {
    possible: bridge !== null || canPickFolder(),
    known,
    remembered,
    pick: told(bridge === null ? async () => plan(await pickFolder()) : pickByApp),
    again: told(async () => {
      if (bridge !== null && remembered !== null) await plan(desktopFolder(bridge, remembered));
    }),
    open: told(async () => {
      if (bridge !== null && remembered !== null) await bridge.openExportFolder(subject);
    }),
  };
}

/** The folder that the app remembers for what is on screen. */
function useRemembered(subject: CodeSubject) {
  const { queries } = useConsole();
  const bridge = desktopBridge();
  const queryKey = ["exportFolder", subjectKey(subject)];
  const { data, isError } = useQuery({
    queryKey,
    queryFn: async () => {
      const folders = (await bridge?.listExportFolders({ spaceId: subject.spaceId })) ?? [];
      return (
        folders.find(({ platform, lang }) => platform === subject.platform && lang === subject.lang) ?? null
      );
    },
    enabled: bridge !== null,
  });
  return {
    known: bridge === null || data !== undefined || isError,
    remembered: data ?? null,
    setRemembered: (folder: ExportFolder) => queries.setQueryData(queryKey, folder),
  };
}
