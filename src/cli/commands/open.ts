import { findRunningCopy, type Locator } from "../../server/locator.ts";
import { openBrowser } from "../browser.ts";
import { CliError, exitCodes } from "../cli-error.ts";
import { askForConsole } from "../console-address.ts";
import { hasDisplay } from "../desktop-choice.ts";
import { openDesktop } from "../open-desktop.ts";
import { print, printAside, printJson } from "../output.ts";
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
  if (!flags.headless) {
    const desktop = await openDesktop(options, { json: flags.json === true, insist: flags.desktop === true });
    if (desktop.kind === "ended") return desktop.code;
    explainHeadless(desktop.why, flags);
  }
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

function explainHeadless(why: string, flags: OpenFlags): void {
  if (flags.desktop) throw new CliError(`The desktop app cannot run: ${why}.`);
  const line = `No desktop app (${why}): running headless.`;
  if (flags.json) printAside(line);
  else print(line);
}

/** Only for a person who looks at it: a display, and a terminal that nothing reads from. */
function mayOpenBrowser(): boolean {
  return hasDisplay({ platform: process.platform, env: process.env }) && process.stdout.isTTY === true;
}
