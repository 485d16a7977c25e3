import type { MenuItemConstructorOptions } from "electron";
import type { ConsoleCommandId } from "../core/console-commands.ts";
import type { Navigation } from "../core/ipc.ts";
import { environmentNames } from "../core/primitives.ts";

interface Face {
  readonly label: string;
  readonly accelerator?: string;
  /** The page hears its own keys first; where the system allows it, the menu only shows them. */
  readonly registerAccelerator?: false;
}

/** What the menus call each command of the console. What is rare, or not to be pressed by accident, has no keys. */
const faces: Readonly<Record<ConsoleCommandId, Face>> = {
  palette: { label: "Search or Run…", accelerator: "CmdOrCtrl+K", registerAccelerator: false },
  find: { label: "Find on This Page…", accelerator: "CmdOrCtrl+Shift+F" },
  keys: { label: "Keyboard Map", accelerator: "CmdOrCtrl+/" },
  "space/new": { label: "New Space…", accelerator: "CmdOrCtrl+Shift+N" },
  publish: { label: "Publish…", accelerator: "CmdOrCtrl+P" },
  "collections/make/New Collection": { label: "New Collection…", accelerator: "CmdOrCtrl+Shift+C" },
  "collections/make/New Experience type": {
    label: "New Experience Type…",
    accelerator: "CmdOrCtrl+Shift+T",
  },
  "tribe/new": { label: "New Tribe…", accelerator: "CmdOrCtrl+N" },
  "users/new": { label: "New User…", accelerator: "CmdOrCtrl+U" },
  "users/import": { label: "Import Users…", accelerator: "CmdOrCtrl+I" },
  "personas/new": { label: "New Persona…", accelerator: "CmdOrCtrl+Shift+A" },
  "personas/run": { label: "Run All Personas", accelerator: "CmdOrCtrl+T" },
  "events/record": { label: "Record Events, or Stop", accelerator: "CmdOrCtrl+J" },
  "events/replay": { label: "Replay Events…", accelerator: "CmdOrCtrl+Shift+J" },
  "events/pause": { label: "Pause the List, or Resume", accelerator: "CmdOrCtrl+Shift+S" },
  "events/filter": { label: "Filter Events", accelerator: "CmdOrCtrl+F" },
  "events/export/ndjson": { label: "Export as NDJSON", accelerator: "CmdOrCtrl+Shift+X" },
  "events/export/csv": { label: "Export as CSV" },
  "show/premiere": { label: "Friday Premiere" },
  "show/shop": { label: "A Week Before the Holidays" },
  "code/zip": { label: "Export Code as Zip" },
  "settings/rotate/development": { label: `${environmentNames.development}…` },
  "settings/rotate/staging": { label: `${environmentNames.staging}…` },
  "settings/rotate/production": { label: `${environmentNames.production}…` },
  "settings/clock": { label: "Set the Clock…" },
  "settings/add-member": { label: "Add a Member…" },
  "settings/new-token": { label: "New Token…" },
  "settings/delete-space": { label: "Delete Space…" },
  "theme/light": { label: "Light" },
  "theme/dark": { label: "Dark" },
  "theme/system": { label: "As the System" },
  "density/compact": { label: "Compact" },
  "density/regular": { label: "Regular" },
  "density/roomy": { label: "Roomy" },
};

/** Commands of the console's palette, as items that ask its page to run them. */
export const commandItems = (
  navigate: (to: Navigation) => void,
  commands: readonly ConsoleCommandId[],
): MenuItemConstructorOptions[] =>
  commands.map((command) => ({ ...faces[command], click: () => navigate({ to: "command", command }) }));
