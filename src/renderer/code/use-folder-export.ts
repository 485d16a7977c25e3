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
export function useFolderExport(onPlan: (plan: ExportPlan) => void): FolderExport {
  const { code: store, toasts } = useConsole();
  const { space } = useHere();
  const bridge = desktopBridge();
  const { known, remembered, setRemembered } = useRemembered();
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
    known,
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
  const bridge = desktopBridge();
  /** Undefined until the app has said so. */
  const [folder, setRemembered] = useState<ExportFolder | null | undefined>(undefined);
  useEffect(() => {
    const subject = subjectOf(shown);
    let over = false;
    const is = (found: ExportFolder | null | undefined) => {
      if (!over) setRemembered(found);
    };
    is(undefined);
    if (subject === null || bridge === null) return;
    bridge.listExportFolders({ spaceId: subject.spaceId }).then(
      (folders) => {
        const { platform, lang } = subject;
        is(folders.find((one) => one.platform === platform && one.lang === lang) ?? null);
      },
      () => is(null),
    );
    return () => {
      over = true;
    };
  }, [shown, bridge]);
  return { known: bridge === null || folder !== undefined, remembered: folder ?? null, setRemembered };
}

/** A subject's key, taken apart again. */
function subjectOf(key: string | null) {
  const [spaceId, platform, lang] = key?.split("/") ?? [];
  return spaceId === undefined || platform === undefined || lang === undefined
    ? null
    : { spaceId, platform, lang };
}

const withoutName = ({ spaceId, platform, lang }: ExportFolder) => ({ spaceId, platform, lang });
