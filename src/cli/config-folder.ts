import { homedir } from "node:os";
import { join } from "node:path";

/** Where the command line keeps what is this person's: UNDERSTUDY_CONFIG_DIR, or the system's folder for configuration. */
export function configFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.UNDERSTUDY_CONFIG_DIR || systemFolder(env);
}

function systemFolder(env: NodeJS.ProcessEnv): string {
  if (process.platform === "win32")
    return join(env.APPDATA || join(homedir(), "AppData", "Roaming"), "Understudy");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "Understudy");
  return join(env.XDG_CONFIG_HOME || join(homedir(), ".config"), "understudy");
}
