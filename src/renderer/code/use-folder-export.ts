import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { ExportFolder } from "../../core/ipc.ts";
import { useConsole } from "../app/console-context.ts";
import { useHere } from "../app/use-here.ts";
import { desktopBridge } from "../desktop/desktop-bridge.ts";
import { desktopFolder } from "../desktop/desktop-folder.ts";
import { say } from "../stores/toasts-store.ts";
import { canPickFolder, type FolderAccess, pickFolder } from "./folder-access.ts";
import { type ExportPlan, planExport } from "./folder-export.ts";

/** The ways into a folder that there are here. */
export interface FolderExport {
  /** Whether there is any way at all. */
  readonly possible: boolean;
  /** The folder that the desktop app remembers for this Space and language. */
  readonly remembered: ExportFolder | null;
  /** Says what would change in the remembered folder. */
  readonly again: () => Promise<void>;
  /** The same for a folder that the person picks first. */
  readonly pick: () => Promise<void>;
  readonly open: () => Promise<void>;
}

/** Exporting into a folder: by the desktop app where it is around, else by the browser where that can. */
export function useFolderExport(onPlan: (plan: ExportPlan) => void): FolderExport {
  const { code: store, toasts } = useConsole();
  const { space } = useHere();
  const bridge = desktopBridge();
  const [remembered, setRemembered] = useRemembered();
  const plan = async (folder: FolderAccess | null) => {
    const { code } = store.getState();
    if (folder !== null && code !== null) onPlan(await planExport(folder, space.id, code.files));
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
    const subject = subjectOf(store.getState().subject);
    const folder = bridge === null || subject === null ? null : await bridge.pickExportFolder(subject);
    if (bridge === null || folder === null) return;
    setRemembered(folder);
    await plan(desktopFolder(bridge, folder));
  };
  return {
    possible: bridge !== null || canPickFolder(),
    remembered,
    pick: told(bridge === null ? async () => plan(await pickFolder()) : pickByApp),
    again: told(async () => {
      if (bridge !== null && remembered !== null) await plan(desktopFolder(bridge, remembered));
    }),
    open: told(async () => {
      if (bridge !== null && remembered !== null) await bridge.openExportFolder(withoutName(remembered));
    }),
  };
}

/** The folder that the app remembers for what is on screen. */
function useRemembered() {
  const { code: store } = useConsole();
  const shown = useStore(store, ({ subject }) => subject);
  const [folder, setFolder] = useState<ExportFolder | null>(null);
  useEffect(() => {
    const subject = subjectOf(shown);
    let over = false;
    setFolder(null);
    if (subject === null) return;
    void desktopBridge()
      ?.listExportFolders({ spaceId: subject.spaceId })
      .then((folders) => {
        const found = folders.find(
          ({ platform, lang }) => platform === subject.platform && lang === subject.lang,
        );
        if (!over) setFolder(found ?? null);
      });
    return () => {
      over = true;
    };
  }, [shown]);
  return [folder, setFolder] as const;
}

/** A subject's key, taken apart again. */
function subjectOf(key: string | null) {
  const [spaceId, platform, lang] = key?.split("/") ?? [];
  return spaceId === undefined || platform === undefined || lang === undefined
    ? null
    : { spaceId, platform, lang };
}

const withoutName = ({ spaceId, platform, lang }: ExportFolder) => ({ spaceId, platform, lang });
