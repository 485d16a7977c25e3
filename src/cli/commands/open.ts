import { platformApi } from "../../core/api.ts";
import { findRunningCopy, type Locator } from "../../server/locator.ts";
import { openBrowser } from "../browser.ts";
import { CliError, exitCodes } from "../cli-error.ts";
import { askForConsole } from "../console-address.ts";
import type { DesktopLaunch } from "../desktop-arguments.ts";
import { hasDisplay } from "../desktop-choice.ts";
import { openDesktop } from "../open-desktop.ts";
import { print, printAside, printJson } from "../output.ts";
import { PlatformClient } from "../platform/platform-client.ts";
import { runServer } from "../run-server.ts";
import { type ServerFlags, serverOptions } from "../server-options.ts";
import { assertIsThere, type WorkspaceToOpen, workspaceToOpen } from "../workspace-to-open.ts";

export interface OpenFlags extends ServerFlags {
  readonly headless?: boolean;
  readonly desktop?: boolean;
}

/** Opens the copy that runs on the workspace; else starts the desktop app where it can run, else the server. */
export async function open(flags: OpenFlags): Promise<number> {
  const workspace = workspaceToOpen(flags);
  const launch: DesktopLaunch = { ...serverOptions(flags), dataDir: flags.data, show: flags.show };
  const copy = await findRunningCopy(workspace.dataDir);
  if (copy !== null) return openCopy(copy, launch, workspace, flags);
  if (!flags.headless) {
    const desktop = await openDesktop(launch, {
      ...asked(flags),
      dataDir: workspace.dataDir,
      mayFetch: true,
    });
    if (desktop.kind === "ended") return desktop.code;
    if (desktop.kind === "handed") return tellHanded(flags);
    explainHeadless(desktop.why, flags);
  }
  try {
    return await runHeadless(workspace, flags);
  } catch (error) {
    // Another launch may have been quicker.
    const first = await findRunningCopy(workspace.dataDir);
    if (first === null) throw error;
    return openCopy(first, launch, workspace, flags);
  }
}

const asked = (flags: OpenFlags) => ({ json: flags.json === true, insist: flags.desktop === true });

/** The app's window where the copy is the app's; else the console in the browser. */
async function openCopy(
  copy: Locator,
  launch: DesktopLaunch,
  { dataDir }: WorkspaceToOpen,
  flags: OpenFlags,
): Promise<number> {
  if (copy.host === "desktop" && !flags.headless) {
    const app = await openDesktop(launch, { ...asked(flags), dataDir, mayFetch: flags.desktop === true });
    // The copy ended meanwhile, and the app ran by itself.
    if (app.kind === "ended") return app.code;
    if (app.kind === "handed") return tellCopy(copy, dataDir, flags, "window");
    if (flags.desktop) explainHeadless(app.why, flags);
  } else if (flags.desktop) refuseHeadlessCopy(copy, dataDir);
  return tellCopy(copy, dataDir, flags, "browser");
}

function refuseHeadlessCopy({ pid, platformUrl, sdkUrl }: Locator, dataDir: string): never {
  throw new CliError(
    `Understudy already runs on ${dataDir}, headless: ${platformUrl} (process ${pid}). Stop it, then open the desktop app.`,
    { code: "already-running", platformUrl, sdkUrl, pid },
  );
}

async function tellCopy(
  copy: Locator,
  dataDir: string,
  flags: OpenFlags,
  shownBy: "window" | "browser",
): Promise<number> {
  if (flags.show !== undefined) return showOn(copy, flags.show, flags);
  const consoleUrl = await askForConsole(copy);
  const { platformUrl, sdkUrl, pid } = copy;
  if (flags.json) printJson({ event: "running", platformUrl, sdkUrl, consoleUrl, pid, dataDir });
  else {
    print(`Understudy already runs on ${dataDir} (process ${pid})${isForNew(flags) ? notChanged : ""}.`);
    print(shownBy === "window" ? "Its window comes to the front." : `  Console       ${consoleUrl}`);
  }
  if (shownBy === "browser" && mayOpenBrowser()) openBrowser(await askForConsole(copy));
  return exitCodes.done;
}

const isForNew = ({ port, sdkPort, seed, lan, clock }: OpenFlags): boolean =>
  [port, sdkPort, seed, lan, clock].some((flag) => flag !== undefined);
const notChanged =
  "; flags for a new server do not change it: stop it first, or name another folder with --data";

/** Begins a show on the copy that runs. */
async function showOn(copy: Locator, scene: string, { json }: OpenFlags): Promise<number> {
  const { path, answer } = platformApi.startShow;
  const show = await new PlatformClient(copy.platformUrl, copy.token).ask("POST", path, {
    body: { scene },
    answer,
  });
  const stage = await askForConsole(copy, show.consolePath);
  if (json) printJson({ event: "show", stage, ...show });
  else {
    print(`The show has begun on the Understudy that already runs (process ${copy.pid}).`);
    print(`  Stage         ${stage}`);
    print(`  Sample app    ${show.demoUrl}`);
  }
  if (mayOpenBrowser())
    for (const url of [await askForConsole(copy, show.consolePath), show.demoUrl]) openBrowser(url);
  return exitCodes.done;
}

/** The app runs on another workspace than this launch is about, or on none yet. */
function tellHanded({ data, json }: OpenFlags): number {
  if (json) printJson({ event: "handed", dataDir: data ?? null });
  else print(`The desktop app already runs, and opens ${data === undefined ? "its window" : data}.`);
  return exitCodes.done;
}

function explainHeadless(why: string, flags: OpenFlags): void {
  if (flags.desktop) throw new CliError(`The desktop app cannot run: ${why}.`);
  say(`No desktop app (${why}): running headless.`, flags);
}

async function runHeadless(workspace: WorkspaceToOpen, flags: OpenFlags): Promise<number> {
  const { dataDir, by } = workspace;
  await assertIsThere(workspace);
  if (by === "memory") say(`Opening the last workspace: ${dataDir}. \`--data\` opens another.`, flags);
  return runServer(serverOptions({ ...flags, data: dataDir }), {
    json: flags.json === true,
    show: flags.show,
    onReady: (server, show) => {
      if (!mayOpenBrowser()) return;
      void server.launchUrl(show?.consolePath).then(openBrowser);
      if (show !== null) openBrowser(show.demoUrl);
    },
  });
}

function say(line: string, { json }: OpenFlags): void {
  if (json) printAside(line);
  else print(line);
}

/** Only for a person who is looking: there is a display, and standard output is a terminal. */
function mayOpenBrowser(): boolean {
  return hasDisplay({ platform: process.platform, env: process.env }) && process.stdout.isTTY === true;
}
