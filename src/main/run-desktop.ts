import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { app } from "electron";
import { z } from "zod";
import { linkScheme } from "../core/deep-link.ts";
import { desktopFolder } from "../core/desktop-memory.ts";
import { quitOrder } from "../core/desktop-sign.ts";
import { Desktop } from "./desktop.ts";
import { keepCrashes } from "./diagnostics.ts";
import { endBeforeStart } from "./end-before-start.ts";
import { readLaunch, readLink } from "./launch-request.ts";
import { messageOf } from "./message-of.ts";
import { isServersWork, outsideServer } from "./server-scope.ts";
import { registerShellScheme } from "./shell-pages.ts";
import { introduceApp } from "./system-identity.ts";
import { tellHanded, tellLauncher } from "./tell-launcher.ts";
import { workspaceOfFile } from "./workspace-of-argument.ts";

/** What a second copy hands to the first: Chromium rearranges the arguments that it hands over itself. */
const handedOver = z.strictObject({ args: z.array(z.string()).max(1000), cwd: z.string() });
type HandedOver = z.output<typeof handedOver>;

/** The desktop app, from launch to quit. A second launch hands its arguments to the first one and ends. */
export async function runDesktop(): Promise<void> {
  const desktop = prepared();
  if (desktop === null) return;
  listen(desktop);
  tellLauncher(process.env);
  try {
    await app.whenReady();
    await desktop.begin();
  } catch (error) {
    // Without a window nobody could end the app, and it would keep every later launch away.
    endBeforeStart(messageOf(error), process.env);
  }
}

/** Null where this copy has ended: another one runs, or something is wrong that has been said. */
function prepared(): Desktop | null {
  try {
    return prepare();
  } catch (error) {
    endBeforeStart(messageOf(error), process.env);
    return null;
  }
}

/** @throws Error where a page in this app's window could do more than a page: Chromium was told to guard less */
function assertGuarded(): void {
  if (app.commandLine.hasSwitch("no-sandbox"))
    throw new Error(
      "Chromium's sandbox is switched off (--no-sandbox). The AppImage does that where the system forbids what the sandbox needs: install the deb instead, which brings a profile for it.",
    );
  const opened = ["remote-debugging-port", "remote-debugging-pipe"].find((one) =>
    app.commandLine.hasSwitch(one),
  );
  if (app.isPackaged && opened !== undefined)
    throw new Error(`--${opened} would hand the window, and all that it may do, to other programs.`);
}

function prepare(): Desktop | null {
  assertGuarded();
  keepProfileApart();
  keepCrashes();
  introduceApp(process.platform);
  registerShellScheme();
  // A packaged app's arguments start right after its own name; in development the app's folder comes between.
  const args = process.argv.slice(app.isPackaged ? 1 : 2);
  if (!app.requestSingleInstanceLock({ args, cwd: process.cwd() } satisfies HandedOver)) {
    // Not `app.quit()`: asked for this early, it lets Electron become ready first.
    void tellHanded(process.env).then(() => app.exit(0));
    return null;
  }
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  return new Desktop(readLaunch(args, process.env, process.cwd()));
}

/** Chromium's profile has a folder of its own: on macOS and Windows the usual one is where the default workspace is. */
function keepProfileApart(): void {
  if (app.commandLine.hasSwitch("user-data-dir")) return;
  const folder = join(app.getPath("appData"), desktopFolder);
  mkdirSync(folder, { recursive: true });
  app.setPath("userData", folder);
}

function listen(desktop: Desktop): void {
  app.on("second-instance", (_event, _argv, _cwd, sent) => {
    const { success, data } = handedOver.safeParse(sent);
    if (success) void desktop.launchedAgain(readLaunch(data.args, {}, data.cwd), data);
    else desktop.show();
  });
  app.on("open-url", (event, url) => {
    event.preventDefault();
    void desktop.launchedAgain(readLink(url), { args: [url], cwd: "/" });
  });
  app.on("open-file", (event, path) => {
    event.preventDefault();
    const dataDir = workspaceOfFile(path);
    const sent = { args: [path], cwd: "/" };
    if (dataDir !== null) void desktop.launchedAgain({ ...readLaunch([], {}, "/"), dataDir }, sent);
  });
  app.on("activate", () => desktop.show());
  app.on("window-all-closed", () => desktop.allWindowsClosed());
  app.on("before-quit", () => desktop.life.quit.begin());
  app.on("will-quit", (event) => desktop.life.quit.hold(event));
  // Windows has no signal that asks: the launcher's message does there. Without a launcher there is no channel.
  process.on("message", (order) => order === quitOrder && app.quit());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => app.quit());
  // A terminal that has gone away is no failure of the server.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  const failed = (error: unknown) => outsideServer(() => void desktop.serverFailed(messageOf(error)));
  // After an exception nothing in this process can be trusted.
  process.on("uncaughtException", failed);
  // A rejection ends only its own promise: one of the shell's is no failure of the server.
  process.on("unhandledRejection", (error: unknown) => {
    if (isServersWork()) failed(error);
    else desktop.log(`Not handled: ${messageOf(error)}`);
  });
}
