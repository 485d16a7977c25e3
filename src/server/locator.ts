/** What `.understudy/server.json` says of the copy that runs on a data folder. */
export interface Locator {
  readonly pid: number;
  readonly platformUrl: string;
  readonly sdkUrl: string;
  readonly startedAt: string;
  readonly version: string;
  /** Lets another process of the same person ask the running copy for a console address. The file is 0600. */
  readonly token: string;
}

/** The copy that runs on this data folder and answers, or null; a stale locator counts as none. */
export async function findRunningCopy(_dataDir: string): Promise<Locator | null> {
  return null;
}

/** The OS's data folder for the app, e.g. ~/.local/share/understudy. */
export function defaultDataDir(): string {
  return "";
}
