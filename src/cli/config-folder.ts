import { isAbsolute, join } from "node:path";
import { homeFolder } from "../server/home-folder.ts";

const onWindowsOrMac = process.platform === "win32" || process.platform === "darwin";

/** Where the command line keeps what is this person's: UNDERSTUDY_CONFIG_DIR, or the system's folder for configuration. */
export function configFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.UNDERSTUDY_CONFIG_DIR || systemFolder(env);
}

const systemFolder = (env: NodeJS.ProcessEnv): string =>
  join(appSettings(env), onWindowsOrMac ? "Understudy" : "understudy");

/** The system's folder for the settings of all apps: what Electron calls `appData`. */
export function appSettings(env: NodeJS.ProcessEnv = process.env): string {
  if (process.platform === "win32") return env.APPDATA || join(homeFolder(), "AppData", "Roaming");
  if (process.platform === "darwin") return join(homeFolder(), "Library", "Application Support");
  // One that is empty or relative counts as none (XDG Base Directory Specification).
  const { XDG_CONFIG_HOME: config = "" } = env;
  return isAbsolute(config) ? config : join(homeFolder(), ".config");
}
