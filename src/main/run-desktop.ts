import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { app } from "electron";
import { z } from "zod";
import { linkScheme } from "../core/deep-link.ts";
import { Desktop } from "./desktop.ts";
import { readLaunch, workspaceOfFile } from "./launch-request.ts";
import { messageOf } from "./message-of.ts";
import { registerShellScheme } from "./shell-pages.ts";

/** What a second copy hands to the first: Chromium rearranges the arguments that it hands over itself. */
const handedOver = z.strictObject({ args: z.array(z.string()).max(1000), cwd: z.string() });
type HandedOver = z.output<typeof handedOver>;

/** The desktop app, from launch to quit. A second launch hands its arguments to the first one and ends. */
export async function runDesktop(): Promise<void> {
  keepProfileApart();
  registerShellScheme();
  // A packaged app's arguments start right after its own name; in development the app's folder comes between.
  const args = process.argv.slice(app.isPackaged ? 1 : 2);
  if (!app.requestSingleInstanceLock({ args, cwd: process.cwd() } satisfies HandedOver)) {
    app.quit();
    return;
  }
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme);
  const desktop = new Desktop(readLaunch(args, process.env, process.cwd()));
  listen(desktop);
  await app.whenReady();
  await desktop.begin();
}

/** Chromium's profile has a folder of its own: on macOS and Windows the usual one is where the default workspace is. */
function keepProfileApart(): void {
  if (app.commandLine.hasSwitch("user-data-dir")) return;
  const folder = join(app.getPath("appData"), "Understudy Desktop");
  mkdirSync(folder, { recursive: true });
  app.setPath("userData", folder);
}

function listen(desktop: Desktop): void {
  app.on("second-instance", (_event, _argv, _cwd, sent) => {
    const { success, data } = handedOver.safeParse(sent);
    if (success) void desktop.launchedAgain(readLaunch(data.args, {}, data.cwd));
    else desktop.show();
  });
  app.on("open-url", (event, url) => {
    event.preventDefault();
    void desktop.launchedAgain(readLaunch([url], {}, process.cwd()));
  });
  app.on("open-file", (event, path) => {
    event.preventDefault();
    const dataDir = workspaceOfFile(path);
    if (dataDir !== null) void desktop.launchedAgain({ ...readLaunch([], {}, "/"), dataDir });
  });
  app.on("activate", () => desktop.show());
  app.on("window-all-closed", () => desktop.allWindowsClosed());
  app.on("before-quit", () => desktop.beforeQuit());
  app.on("will-quit", (event) => desktop.willQuit(event));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => app.quit());
  // A terminal that has gone away is no failure of the server.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  for (const event of ["uncaughtException", "unhandledRejection"] as const)
    process.on(event, (error: unknown) => void desktop.serverFailed(messageOf(error)));
}
