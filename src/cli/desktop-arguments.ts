import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { launcherVariable } from "../core/desktop-sign.ts";
import type { ServerOptions } from "../server/start-server.ts";

/** What the app is started with. Without a workspace it opens its last one. */
export interface DesktopLaunch extends Omit<ServerOptions, "dataDir"> {
  readonly dataDir?: string | undefined;
  readonly show?: string | undefined;
}

/** The flags as src/main reads them; the token stays in the environment, where other users cannot read it. */
export function desktopArguments(options: DesktopLaunch): string[] {
  const values = [
    ["data", options.dataDir],
    ["port", options.port],
    ["sdk-port", options.sdkPort],
    ["seed", options.seed],
    ["show", options.show],
    ["clock", options.clock],
  ] as const;
  const flags = values.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]));
  return options.lan === true ? [...flags, "--lan"] : flags;
}

/** Without ELECTRON_RUN_AS_NODE, which editors' terminals set: no window would come. The app is told that a launcher listens. */
export function desktopEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _, ...rest } = env;
  return { ...rest, [launcherVariable]: "1" };
}

/** The folder whose package.json names the app's main script, found from wherever this was bundled to. */
export function appFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}
