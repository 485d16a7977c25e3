import type { MenuItemConstructorOptions } from "electron";
import { type EnvironmentKey, environmentKeys, environmentNames } from "../core/primitives.ts";
import type { ServerNow } from "../server/start-server.ts";

export type CopyKey = (spaceKey: string, environment: EnvironmentKey) => void;

/** The keys of every Space, to copy: each as it is when it is clicked, since it may have been rotated since the menu was made. */
export const keyItems = (spaces: ServerNow["spaces"], copyKey: CopyKey): MenuItemConstructorOptions[] =>
  spaces.map(({ key, name }) => ({
    label: asLabel(name),
    submenu: environmentKeys.map((environment) => ({
      label: environmentNames[environment],
      click: () => copyKey(key, environment),
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
