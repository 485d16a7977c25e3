import { homedir } from "node:os";
import { join } from "node:path";

const onWindowsOrMac = process.platform === "win32" || process.platform === "darwin";

/** Where the command line keeps what is this person's: UNDERSTUDY_CONFIG_DIR, or the system's folder for configuration. */
export function configFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.UNDERSTUDY_CONFIG_DIR || systemFolder(env);
}

const systemFolder = (env: NodeJS.ProcessEnv): string =>
  join(appSettings(env), onWindowsOrMac ? "Understudy" : "understudy");

/** The system's folder for the settings of all apps: what Electron calls `appData`. */
export function appSettings(env: NodeJS.ProcessEnv = process.env): string {
  if (process.platform === "win32") return env.APPDATA || join(homedir(), "AppData", "Roaming");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support");
  return env.XDG_CONFIG_HOME || join(homedir(), ".config");
}
