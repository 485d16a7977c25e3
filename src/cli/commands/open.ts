import { findRunningCopy, type Locator } from "../../server/locator.ts";
import { openBrowser } from "../browser.ts";
import { CliError, exitCodes } from "../cli-error.ts";
import { askForConsole } from "../console-address.ts";
import { chooseDesktop, hasDisplay } from "../desktop-choice.ts";
import { findElectron } from "../electron-binary.ts";
import { print, printAside, printJson } from "../output.ts";
import { runDesktop } from "../run-desktop.ts";
import { runServer } from "../run-server.ts";
import { type ServerFlags, serverOptions } from "../server-options.ts";

export interface OpenFlags extends ServerFlags {
  readonly headless?: boolean;
  readonly desktop?: boolean;
}

/** Opens the copy that runs on the data folder; else starts the desktop app where it can run, else the server. */
export async function open(flags: OpenFlags): Promise<number> {
  if (flags.headless && flags.desktop) throw new CliError("Give --headless or --desktop, not both.");
  const options = serverOptions(flags);
  const copy = await findRunningCopy(options.dataDir);
  if (copy !== null) return openCopy(copy, options.dataDir, flags);
  const choice = flags.headless ? null : chooseDesktop(thisMachine());
  if (choice?.kind === "desktop") return runDesktop(choice.electron, options);
  if (choice !== null) explainHeadless(choice.missing, flags);
  return runServer(options, {
    json: flags.json === true,
    onReady: (server) => {
      if (mayOpenBrowser()) openBrowser(server.launchUrl());
    },
  });
}

async function openCopy(copy: Locator, dataDir: string, flags: OpenFlags): Promise<number> {
  const consoleUrl = await askForConsole(copy);
  const { platformUrl, sdkUrl, pid } = copy;
  if (flags.json) printJson({ event: "running", platformUrl, sdkUrl, consoleUrl, pid, dataDir });
  else {
    print(`Understudy already runs on ${dataDir} (process ${pid}); flags for a new server do not change it.`);
    print(`  Console       ${consoleUrl}`);
  }
  if (mayOpenBrowser()) openBrowser(await askForConsole(copy));
  return exitCodes.done;
}

function explainHeadless(missing: string, flags: OpenFlags): void {
  if (flags.desktop) throw new CliError(`The desktop app cannot run: ${missing}.`);
  const line = `No desktop app (${missing}): running headless.`;
  if (flags.json) printAside(line);
  else print(line);
}

function thisMachine() {
  return {
    platform: process.platform,
    env: process.env,
    electron: findElectron(),
    isRoot: process.getuid?.() === 0,
  };
}

/** Only for a person who looks at it: a display, and a terminal that nothing reads from. */
function mayOpenBrowser(): boolean {
  return hasDisplay({ platform: process.platform, env: process.env }) && process.stdout.isTTY === true;
}
