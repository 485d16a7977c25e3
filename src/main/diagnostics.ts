import { readdirSync, statSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { app, type BrowserWindow, crashReporter, dialog } from "electron";
import { type Zippable, zipSync } from "fflate/browser";
import type { DesktopState } from "../core/ipc.ts";
import { readLogs } from "./log-file.ts";
import { messageBox } from "./message-box.ts";

/** Crashes of any of the app's processes are written down on this computer, and sent to nobody. Before Electron is ready. */
export function keepCrashes(): void {
  crashReporter.start({ uploadToServer: false, compress: false });
}

/** How much of what crashed is saved, in files. */
const dumpsSaved = 5;

/**
 * Puts what helps to find a fault into one file where its owner wants it: logs, in which keys and tokens are hidden, versions and,
 * if they say so, what the crashed processes left. It is theirs to pass on; nothing is sent. Gives the file's path, or null where they
 * thought better of it.
 */
export async function saveDiagnostics(
  window: BrowserWindow | null,
  state: DesktopState,
): Promise<string | null> {
  const dumps = latestDumps(app.getPath("crashDumps"));
  const choice = dumps.length === 0 ? "without" : await askWhetherWithDumps(window);
  if (choice === "cancel") return null;
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
  for (const [name, text] of Object.entries(readLogs(state.dataDir)))
    files[`logs/${name}`] = Buffer.from(text);
  // Packed off this thread, which the server runs on; the zip only holds them.
  if (choice === "with")
    for (const path of dumps)
      files[`crashes/${basename(path)}.gz`] = [await promisify(gzip)(await readFile(path)), { level: 0 }];
  await writeFile(filePath, zipSync(files));
  return filePath;
}

/** A dump holds whatever the process held, so it is only saved after a warning. */
async function askWhetherWithDumps(window: BrowserWindow | null): Promise<"without" | "with" | "cancel"> {
  const response = await messageBox(window, {
    type: "question",
    message: "Save crash dumps, too?",
    detail:
      "Crash dumps are images of the app's memory, and can hold API keys, tokens and people's data. Give them only to people whom you would give those.",
    buttons: ["Leave Them Out", "Save Them, Too", "Cancel"],
    defaultId: 0,
    cancelId: 2,
  });
  return (["without", "with"] as const)[response] ?? "cancel";
}

/** The computer and the app, without names of folders, and without preferences that tell who uses it. */
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
