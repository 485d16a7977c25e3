import { clipboard, type MenuItemConstructorOptions } from "electron";
import { environmentKeys, environmentNames } from "../core/primitives.ts";
import type { RunningServer } from "../server/start-server.ts";

/** The keys of every Space, to copy. Each is looked up when it is clicked: it may have been rotated since the menu was made. */
export const keyItems = ({ spaceKeys }: Pick<RunningServer, "spaceKeys">): MenuItemConstructorOptions[] =>
  spaceKeys().map(({ key: spaceKey, name }) => ({
    label: asLabel(name),
    submenu: environmentKeys.map((environment) => ({
      label: environmentNames[environment],
      click: () => {
        const space = spaceKeys().find(({ key }) => key === spaceKey);
        if (space !== undefined) clipboard.writeText(space.keys[environment]);
      },
    })),
  }));

/** Pauses ingestion, or has it go on. */
export const pauseItem = (
  isPaused: boolean,
  pause: (paused: boolean) => void,
): MenuItemConstructorOptions => ({
  label: isPaused ? "Resume Ingestion" : "Pause Ingestion",
  click: () => pause(!isPaused),
});

/** A name as a menu's words: `&` alone would be left out, and underline what follows it. */
export const asLabel = (name: string): string => name.replaceAll("&", "&&");
