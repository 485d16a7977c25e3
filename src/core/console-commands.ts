import type { PageName } from "./console-pages.ts";
import { environmentKeys, environmentNames } from "./primitives.ts";

/** Something that can be done from every page of the console: from its palette, and from the desktop app's menus. */
interface ConsoleCommand {
  /** The page that does it and is gone to for it; null for what is around every page. */
  readonly page: PageName | null;
  readonly title: string;
  readonly group: string;
  /** More words that find it. */
  readonly keywords?: readonly string[];
  /** The role that it takes; a viewer's where it is left out. */
  readonly needs?: "editor" | "owner";
}

const rotations = environmentKeys.map((key) => [
  `settings/rotate/${key}` as const,
  {
    page: "settings",
    title: `Rotate the API key of ${environmentNames[key]}…`,
    group: "Settings",
    needs: "owner",
  } satisfies ConsoleCommand,
]);
type Rotation = `settings/rotate/${(typeof environmentKeys)[number]}`;

const looks = {
  "theme/light": { page: null, title: "Use the light theme", group: "Appearance", keywords: ["appearance"] },
  "theme/dark": { page: null, title: "Use the dark theme", group: "Appearance", keywords: ["appearance"] },
  "theme/system": {
    page: null,
    title: "Use the system's theme",
    group: "Appearance",
    keywords: ["appearance as"],
  },
  "density/compact": {
    page: null,
    title: "Rows compact",
    group: "Appearance",
    keywords: ["density appearance"],
  },
  "density/regular": {
    page: null,
    title: "Rows regular",
    group: "Appearance",
    keywords: ["density appearance"],
  },
  "density/roomy": { page: null, title: "Rows roomy", group: "Appearance", keywords: ["density appearance"] },
} as const satisfies Record<string, ConsoleCommand>;

/** By the id under which the page that does it offers it. */
const consoleCommands = {
  palette: { page: null, title: "Search or run a command", group: "Help" },
  find: { page: null, title: "Find on this page…", group: "Help", keywords: ["search text"] },
  keys: { page: null, title: "Show the keyboard map", group: "Help" },
  "space/new": { page: null, title: "New Space…", group: "Spaces" },
  publish: { page: null, title: "Publish…", group: "Publishing", needs: "editor" },
  "collections/make/New Collection": {
    page: "collections",
    title: "New Collection…",
    group: "Collections",
    needs: "editor",
  },
  "collections/make/New Experience type": {
    page: "collections",
    title: "New Experience type…",
    group: "Collections",
    needs: "editor",
  },
  "tribe/new": { page: "tribes", title: "New Tribe…", group: "Tribes", needs: "editor" },
  "users/new": {
    page: "users",
    title: "New user…",
    group: "Users",
    keywords: ["add a user"],
    needs: "editor",
  },
  "users/import": { page: "users", title: "Import users…", group: "Users", needs: "editor" },
  "personas/new": { page: "personas", title: "New persona…", group: "Personas", needs: "editor" },
  "personas/run": { page: "personas", title: "Run all personas", group: "Personas" },
  "events/record": { page: "events", title: "Record events", group: "Events" },
  "events/replay": { page: "events", title: "Replay events…", group: "Events" },
  "events/pause": { page: "events", title: "Pause the list of events", group: "Events" },
  "events/filter": { page: "events", title: "Filter the events", group: "Events" },
  "events/export/ndjson": { page: "events", title: "Export the events as NDJSON", group: "Events" },
  "events/export/csv": { page: "events", title: "Export the events as CSV", group: "Events" },
  "show/premiere": {
    page: "stage",
    title: "Start the show Friday premiere",
    group: "Stage",
    keywords: ["demo present"],
  },
  "show/shop": {
    page: "stage",
    title: "Start the show A week before the holidays",
    group: "Stage",
    keywords: ["demo present"],
  },
  "code/zip": { page: "code", title: "Export the code as a zip", group: "Code", keywords: ["download"] },
  ...(Object.fromEntries(rotations) as Record<Rotation, ConsoleCommand>),
  "settings/clock": {
    page: "settings",
    title: "Set the simulated clock…",
    group: "Settings",
    keywords: ["time travel date"],
    needs: "editor",
  },
  "settings/add-member": {
    page: "settings",
    title: "Add a member…",
    group: "Settings",
    keywords: ["people somebody invite role"],
    needs: "owner",
  },
  "settings/new-token": { page: "settings", title: "New token…", group: "Settings", keywords: ["access"] },
  "settings/delete-space": { page: "settings", title: "Delete Space…", group: "Settings", needs: "owner" },
  ...looks,
} as const satisfies Record<string, ConsoleCommand>;

export type ConsoleCommandId = keyof typeof consoleCommands;
export const consoleCommandIds = Object.keys(consoleCommands) as ConsoleCommandId[];
/** One of them, without what only some have narrowed away. */
export const consoleCommand = (id: ConsoleCommandId): ConsoleCommand => consoleCommands[id];
