import type { DesktopState, Preferences } from "../core/ipc.ts";
import { canOpenAtLogin } from "./login-item.ts";
import type { SeenServer } from "./server-host.ts";

interface Shown {
  readonly dataDir: string;
  readonly recents: readonly string[];
  readonly preferences: Preferences;
  readonly server: Pick<SeenServer, "ingestion"> | null;
}

/** The shell as the console shows it. */
export const desktopState = ({ dataDir, recents, preferences, server }: Shown): DesktopState => ({
  platform: process.platform === "darwin" ? "mac" : process.platform === "win32" ? "windows" : "linux",
  dataDir,
  recents: recents.filter((path) => path !== dataDir),
  preferences,
  canOpenAtLogin: canOpenAtLogin(),
  server: server === null ? "stopped" : "running",
  ingestion: server?.ingestion.isPaused === true ? "paused" : "running",
});
