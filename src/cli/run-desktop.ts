import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import type { ServerOptions } from "../server/start-server.ts";

const passedOn = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs the desktop app to its end, passing signals on to it; gives its exit code. */
export async function runDesktop(electron: string, options: ServerOptions): Promise<number> {
  const child = spawn(electron, [appFolder(), ...desktopArguments(options)], {
    stdio: "inherit",
    env: desktopEnvironment(process.env),
  });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  const end = () => child.kill("SIGKILL");
  for (const signal of passedOn) process.on(signal, pass);
  process.on("exit", end);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.on("error", reject);
      child.on("exit", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    });
  } finally {
    for (const signal of passedOn) process.removeListener(signal, pass);
    process.removeListener("exit", end);
  }
}

/** The flags as src/main reads them; the token stays in the environment, where other users cannot read it. */
export function desktopArguments(options: ServerOptions): string[] {
  const values = [
    ["data", options.dataDir],
    ["port", options.port],
    ["sdk-port", options.sdkPort],
    ["seed", options.seed],
    ["clock", options.clock],
  ] as const;
  const flags = values.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]));
  return options.lan === true ? [...flags, "--lan"] : flags;
}

/** Editors' terminals set ELECTRON_RUN_AS_NODE, with which no window would come. */
function desktopEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _, ...rest } = env;
  return rest;
}

/** The folder whose package.json names the app's main script, found from wherever this was bundled to. */
function appFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}
