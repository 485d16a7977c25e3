import type { DesktopState, Preferences } from "../core/ipc.ts";
import type { RunningServer } from "../server/start-server.ts";
import { canOpenAtLogin, opensAtLogin } from "./login-item.ts";

interface Shown {
  readonly platform: NodeJS.Platform;
  readonly dataDir: string;
  readonly recents: readonly string[];
  readonly preferences: Preferences;
  readonly server: Pick<RunningServer, "ingestion"> | null;
}

/** The shell as the console shows it. */
export const desktopState = ({ platform, dataDir, recents, preferences, server }: Shown): DesktopState => ({
  platform: platform === "darwin" ? "mac" : platform === "win32" ? "windows" : "linux",
  dataDir,
  recents: recents.filter((path) => path !== dataDir),
  // What was stored may be out of date: the system's settings can change it too.
  preferences: { ...preferences, openAtLogin: opensAtLogin(platform, process.env) },
  canOpenAtLogin: canOpenAtLogin(),
  server: server === null ? "stopped" : "running",
  ingestion: server?.ingestion.isPaused === true ? "paused" : "running",
});
