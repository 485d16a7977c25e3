import { z } from "zod";
import { manifestName } from "./codegen/folder/manifest.ts";
import { isSafePath } from "./codegen/folder/safe-path.ts";
import { consoleCommandIds } from "./console-commands.ts";
import { pages } from "./console-pages.ts";
import { type IpcCall, type IpcEvent, themes } from "./ipc-names.ts";
import { environmentKey, identifying } from "./primitives.ts";

const nothing = z.undefined();
const path = z.string().min(1).max(4096);

export const theme = z.enum(themes);

/** What the shell lets its owner choose; kept on this computer, not in the workspace. */
export const preferences = z.strictObject({
  openAtLogin: z.boolean(),
  /** Whether the server goes on when the window is closed; null until that was asked. */
  keepInTray: z.boolean().nullable(),
  /** Refused events as a number on the app's icon. */
  badge: z.boolean(),
  notifications: z.boolean(),
});
export type Preferences = z.output<typeof preferences>;

const preferencesPatch = z.strictObject({
  openAtLogin: z.boolean().optional(),
  keepInTray: z.boolean().optional(),
  badge: z.boolean().optional(),
  notifications: z.boolean().optional(),
});
export type PreferencesPatch = z.output<typeof preferencesPatch>;

/** The shell as the console shows it. */
const desktopState = z.strictObject({
  platform: z.enum(["mac", "windows", "linux"]),
  dataDir: path,
  /** Other workspaces that were open lately, the latest first. */
  recents: z.array(path),
  preferences,
  /** Whether this system lets an app start at login. */
  canOpenAtLogin: z.boolean(),
  server: z.enum(["running", "stopped"]),
  ingestion: z.enum(["running", "paused"]),
});
export type DesktopState = z.output<typeof desktopState>;

/** Where the shell asks the console to go. The console goes there itself; it does nothing else for it. */
export const navigation = z.discriminatedUnion("to", [
  z.strictObject({ to: z.literal("address"), path: z.string().startsWith("/spaces/").max(2000) }),
  z.strictObject({ to: z.literal("page"), page: z.enum(pages), below: z.array(z.string()) }),
  z.strictObject({ to: z.literal("environment"), environment: environmentKey }),
  z.strictObject({ to: z.literal("command"), command: z.enum(consoleCommandIds) }),
]);
export type Navigation = z.output<typeof navigation>;

/** Whose code a folder holds: the shell remembers a folder for each. */
const exportSubject = {
  spaceId: identifying(200),
  platform: z.string().min(1).max(40),
  lang: z.string().min(1).max(40),
};
export const exportFolder = z.strictObject({ ...exportSubject, name: z.string(), path });
export type ExportFolder = z.output<typeof exportFolder>;

/** A path in that folder: of a generated file, or of the manifest. The folder itself is never named by the page. */
const exportPath = z
  .string()
  .refine((text) => text === manifestName || isSafePath(text), "leads out of the folder");
const found = z.discriminatedUnion("is", [
  z.strictObject({ is: z.literal("nothing") }),
  z.strictObject({ is: z.literal("other") }),
  z.strictObject({ is: z.literal("file"), text: z.string(), sha256: z.string() }),
]);
const fileText = z.string().max(8_000_000);
const exportMove = z.strictObject({
  path: exportPath,
  /** What is to lie there; null for nothing. */
  text: fileText.nullable(),
  replaces: z.boolean(),
  /** What has to lie there still, where that is known. */
  before: fileText.nullable(),
});
export type ExportMove = z.output<typeof exportMove>;

/** A folder that may become the workspace. */
const workspaceFolder = z.strictObject({
  path,
  kind: z.enum(["new", "empty", "workspace", "unusable"]),
  /** Why it can't be used, in words for its owner. */
  problem: z.string().nullable(),
});
export type WorkspaceFolder = z.output<typeof workspaceFolder>;

const chooserState = z.strictObject({
  /** Nothing was open before: the app has just been installed. */
  firstRun: z.boolean(),
  suggested: workspaceFolder,
  picked: workspaceFolder.nullable(),
  recents: z.array(workspaceFolder),
});
export type ChooserState = z.output<typeof chooserState>;

const chosenWorkspace = z.strictObject({
  folder: z.union([
    z.enum(["suggested", "picked"]),
    z.strictObject({ recent: z.number().int().min(0).max(50) }),
  ]),
  start: z.enum(["show", "demo", "empty"]),
});
export type ChosenWorkspace = z.output<typeof chosenWorkspace>;

interface IpcRow {
  /** Whose page may ask: the console's, the workspace chooser's. */
  readonly from: "console" | "chooser";
  readonly argument: z.ZodType;
  readonly answer: z.ZodType;
}

/**
 * The one contract between the desktop shell and its windows: who may call, with what, and what comes back. Main,
 * preload and console are typed from this table, and main checks every argument by it. Only what a browser cannot do is
 * here; all else goes over HTTP.
 */
export const ipcContract = {
  getDesktop: { from: "console", argument: nothing, answer: desktopState },
  /** The console can navigate from now on; gives where it was asked to go before that. */
  pageReady: { from: "console", argument: nothing, answer: navigation.nullable() },
  /** Loads the console by a fresh address, for a page that is signed out. */
  signIn: { from: "console", argument: nothing, answer: nothing },
  /** The console's theme, for what the system draws: title bar, menus, dialogs. */
  showTheme: { from: "console", argument: theme, answer: nothing },
  changePreferences: { from: "console", argument: preferencesPatch, answer: desktopState },
  revealDataFolder: { from: "console", argument: nothing, answer: nothing },
  openLogs: { from: "console", argument: nothing, answer: nothing },
  /** Changes to a workspace of the recent ones; no other path is taken. */
  openRecent: { from: "console", argument: z.strictObject({ path }), answer: nothing },
  showChooser: { from: "console", argument: nothing, answer: nothing },
  restartServer: { from: "console", argument: nothing, answer: nothing },
  pauseIngestion: {
    from: "console",
    argument: z.strictObject({ paused: z.boolean() }),
    answer: desktopState,
  },
  /** The folders that a Space's code was exported into. */
  listExportFolders: {
    from: "console",
    argument: z.strictObject({ spaceId: exportSubject.spaceId }),
    answer: z.array(exportFolder),
  },
  /** Asks the person for a folder; null where they thought better of it. */
  pickExportFolder: {
    from: "console",
    argument: z.strictObject(exportSubject),
    answer: exportFolder.nullable(),
  },
  findInExport: {
    from: "console",
    argument: z.strictObject({ ...exportSubject, path: exportPath }),
    answer: found,
  },
  /** All of the moves or none. */
  writeExport: {
    from: "console",
    argument: z.strictObject({ ...exportSubject, moves: z.array(exportMove).max(20_000) }),
    answer: nothing,
  },
  openExportFolder: { from: "console", argument: z.strictObject(exportSubject), answer: nothing },
  getChooser: { from: "chooser", argument: nothing, answer: chooserState },
  /** Asks for a folder by the system's own dialog. */
  pickWorkspace: { from: "chooser", argument: nothing, answer: chooserState },
  /** Opens it, and the console on it; gives why that could not be. */
  openWorkspace: {
    from: "chooser",
    argument: chosenWorkspace,
    answer: z.strictObject({ problem: z.string().nullable() }),
  },
} as const satisfies Record<IpcCall, IpcRow>;
export type IpcContract = typeof ipcContract;

export type IpcArgument<Call extends IpcCall> = z.output<IpcContract[Call]["argument"]>;
export type IpcAnswer<Call extends IpcCall> = z.output<IpcContract[Call]["answer"]>;

/** What the shell tells the page, by event. */
const ipcEventPayloads = {
  navigate: navigation,
  desktopChanged: desktopState,
} as const satisfies Record<IpcEvent, z.ZodType>;
export type IpcPayload<Event extends IpcEvent> = z.output<(typeof ipcEventPayloads)[Event]>;

type IpcFunction<Call extends IpcCall> =
  undefined extends IpcArgument<Call>
    ? () => Promise<IpcAnswer<Call>>
    : (argument: IpcArgument<Call>) => Promise<IpcAnswer<Call>>;

/** What the preload script exposes to the page as `window.understudyDesktop`: a function a call, and `on` for events. */
export type DesktopBridge = { readonly [Call in IpcCall]: IpcFunction<Call> } & {
  /** Listens until the returned function is called. */
  readonly on: <Event extends IpcEvent>(
    event: Event,
    listener: (payload: IpcPayload<Event>) => void,
  ) => () => void;
};
