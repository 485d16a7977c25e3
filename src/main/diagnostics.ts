import { readdirSync, statSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { app, type BrowserWindow, crashReporter, dialog } from "electron";
import { type Zippable, zipSync } from "fflate/browser";
import type { DesktopState } from "../core/ipc.ts";
import { logFiles } from "./log-file.ts";

/** Crashes of any of the app's processes are written down on this computer, and sent to nobody. Before Electron is ready. */
export function keepCrashes(): void {
  crashReporter.start({ uploadToServer: false, compress: false });
}

/** How much of what crashed is saved, in files. */
const dumpsSaved = 5;

/**
 * Puts what helps to find a fault into one file where its owner wants it: logs, which hold neither keys nor tokens, versions, what
 * the crashed processes left. It is theirs to pass on; nothing is sent. Gives the file's path, or null where they thought better of it.
 */
export async function saveDiagnostics(
  window: BrowserWindow | null,
  state: DesktopState,
): Promise<string | null> {
  const day = new Date().toISOString().slice(0, 10);
  const options = {
    title: "Save Diagnostics",
    defaultPath: join(app.getPath("downloads"), `understudy-diagnostics-${day}.zip`),
    filters: [{ name: "Zip", extensions: ["zip"] }],
  };
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  if (canceled || filePath === "") return null;
  const files: Zippable = { "about.json": bytes(about(state)) };
  for (const path of logFiles(state.dataDir)) files[`logs/${basename(path)}`] = await readFile(path);
  for (const path of latestDumps(app.getPath("crashDumps")))
    files[`crashes/${basename(path)}`] = await readFile(path);
  await writeFile(filePath, zipSync(files));
  return filePath;
}

/** What the computer and the app are; no folder's name and no preference of who it is. */
const about = ({ platform, server, ingestion, preferences }: DesktopState) => ({
  version: app.getVersion(),
  versions: process.versions,
  platform,
  system: `${process.platform} ${process.arch} ${process.getSystemVersion?.() ?? ""}`.trim(),
  isPackaged: app.isPackaged,
  isAppImage: process.env.APPIMAGE !== undefined,
  memory: process.memoryUsage(),
  uptime: process.uptime(),
  server,
  ingestion,
  preferences,
});

const bytes = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** Crashpad's folders differ by system; its files end alike. The latest say most. */
function latestDumps(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".dmp"))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ path, at: statSync(path).mtimeMs }))
      .sort((one, other) => other.at - one.at)
      .slice(0, dumpsSaved)
      .map(({ path }) => path);
  } catch {
    return [];
  }
}
