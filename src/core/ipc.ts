/**
 * The one contract between the desktop shell and its window: each channel with its argument and answer. Main and
 * preload are both typed from this table. Only what a browser cannot do is here; all else goes over HTTP.
 */
export interface IpcContract {
  /** Shows the data folder in the system's file manager. */
  "data-folder:reveal": { argument: undefined; answer: undefined };
  /** Opens an http(s) address in the system's browser. */
  "link:open": { argument: string; answer: undefined };
}

export type IpcChannel = keyof IpcContract;

export const ipcChannels = ["data-folder:reveal", "link:open"] as const satisfies readonly IpcChannel[];

/** What the preload script exposes to the page as `window.understudyDesktop`. */
export interface DesktopBridge {
  readonly revealDataFolder: () => Promise<void>;
  readonly openLink: (url: string) => Promise<void>;
}
