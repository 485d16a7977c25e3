/** What the page may ask of the shell. The preload script knows these names only; `ipc.ts` says what each takes and gives. */
export const ipcCalls = [
  "getDesktop",
  "pageReady",
  "signIn",
  "showTheme",
  "changePreferences",
  "revealDataFolder",
  "openLogs",
  "openRecent",
  "showChooser",
  "restartServer",
  "pauseIngestion",
  "listExportFolders",
  "pickExportFolder",
  "findInExport",
  "writeExport",
  "openExportFolder",
  "getChooser",
  "pickWorkspace",
  "openWorkspace",
] as const;
export type IpcCall = (typeof ipcCalls)[number];

/** What the shell tells the page. */
export const ipcEvents = ["navigate", "desktopChanged"] as const;
export type IpcEvent = (typeof ipcEvents)[number];

/** The channel of a call or an event. */
export const channelOf = <Name extends IpcCall | IpcEvent>(name: Name) => `understudy:${name}` as const;

/** What the bridge is called on the page's window. */
export const bridgeName = "understudyDesktop";

/** How the console can look, and with it what the system draws around it. */
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];
