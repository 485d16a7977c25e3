import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ElectronPackage } from "./electron-binary.ts";
import { startGroup } from "./process-group.ts";
import { listenForStop } from "./stop-signals.ts";

type FetchOutcome =
  | { readonly kind: "fetched" }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly why: string };

interface FetchElectron {
  /** Called again and again with how much has come, in bytes. */
  readonly onProgress?: (bytes: number) => void;
  /** How long nothing may come before it is given up, in ms. */
  readonly patience?: number;
}

const lookEvery = 250;
/** How long the installer may take to end once it was told to, in ms; then it is killed. */
const stopGrace = 2_000;

/**
 * Has Electron's own installer fetch Electron's program, from where it is told to by its own settings (ELECTRON_MIRROR,
 * electron_config_cache). It may take as long as it needs while something comes; where nothing does, it is ended.
 */
export async function fetchElectron(
  electron: ElectronPackage,
  { onProgress = () => {}, patience = 10_000 }: FetchElectron = {},
): Promise<FetchOutcome> {
  // The installer downloads into the system's folder for temporary files. A folder of its own can be watched, and removed
  // afterwards.
  const temporary = await mkdtemp(join(tmpdir(), "understudy-fetch-")).catch((error: Error) => error);
  if (temporary instanceof Error) return { kind: "failed", why: temporary.message };
  const stop = listenForStop();
  try {
    const group = startGroup(process.execPath, [installerOf(electron)], {
      stdio: ["ignore", "ignore", "pipe"],
      env: {
        ...process.env,
        TMPDIR: temporary,
        TEMP: temporary,
        TMP: temporary,
        ELECTRON_GET_NO_PROGRESS: "1",
      },
    });
    void stop.first.then(() => group.stop(stopGrace));
    const watched = watchGrowth([temporary, join(electron.folder, "dist")], {
      onProgress,
      patience,
      onStill: group.kill,
    });
    const failure = await failureOf(group.child).finally(watched.end);
    if (stop.came()) return { kind: "stopped" };
    if (watched.still()) return { kind: "failed", why: `nothing came for ${patience / 1000} seconds` };
    return failure === null ? { kind: "fetched" } : { kind: "failed", why: failure };
  } finally {
    stop.release();
    await rm(temporary, { recursive: true, force: true });
  }
}

const installerOf = ({ folder }: ElectronPackage): string => join(folder, "install.js");

/** Whether Electron's installer is there, and nobody has forbidden it to download (its own variable). */
export function canFetchElectron(
  electron: ElectronPackage | null,
  env: NodeJS.ProcessEnv = process.env,
): electron is ElectronPackage {
  return electron !== null && !env.ELECTRON_SKIP_BINARY_DOWNLOAD && existsSync(installerOf(electron));
}

interface Growth {
  readonly onProgress: (bytes: number) => void;
  readonly patience: number;
  readonly onStill: () => void;
}

/** Watches the size of folders, and notices when nothing was added for too long. */
function watchGrowth(folders: readonly string[], { onProgress, patience, onStill }: Growth) {
  let [bytes, changedAt, still, ended] = [-1, performance.now(), false, false];
  const look = async () => {
    const now = (await Promise.all(folders.map(bytesUnder))).reduce((sum, one) => sum + one, 0);
    if (ended) return;
    if (now !== bytes) [bytes, changedAt] = [now, performance.now()];
    onProgress(bytes);
    if (performance.now() - changedAt < patience) return;
    still = true;
    onStill();
  };
  const timer = setInterval(() => void look(), lookEvery);
  const end = () => {
    ended = true;
    clearInterval(timer);
  };
  return { end, still: () => still };
}

async function bytesUnder(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    // A file that is gone by now counts for nothing.
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Null where the installer did its work; else the first line of what it said. */
function failureOf(child: ChildProcess): Promise<string | null> {
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  return new Promise((resolve) => {
    child.once("error", ({ message }) => resolve(message));
    child.once("close", (code) => resolve(code === 0 ? null : reasonIn(said)));
  });
}

/** `fetch failed` is all that Node says where a server cannot be found or does not answer. */
function reasonIn(said: string): string {
  const first =
    said.split("\n").find((line) => line.trim() !== "") ?? "its installer ended without a message";
  return /fetch failed/.test(first) ? "the server that has it does not answer" : first.trim().slice(0, 200);
}
