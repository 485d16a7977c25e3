import type { DesktopLaunch } from "./desktop-arguments.ts";
import { chooseDesktop } from "./desktop-choice.ts";
import type { DesktopOutcome } from "./desktop-outcome.ts";
import { type ElectronPackage, findElectron, findElectronPackage } from "./electron-binary.ts";
import { canFetchElectron, fetchElectron } from "./fetch-electron.ts";
import { forgetFailure, recentFailure, rememberFailure } from "./fetch-memory.ts";
import { fetchProgress } from "./fetch-progress.ts";
import { print, printJson } from "./output.ts";
import { runDesktop } from "./run-desktop.ts";

interface OpenDesktop {
  readonly json: boolean;
  /** Whether the person asked for the app: then a failure of yesterday does not count. */
  readonly insist: boolean;
  /** Whether Electron's program may be fetched where it is missing. */
  readonly mayFetch: boolean;
  /** The workspace that the app will open, to be printed. */
  readonly dataDir: string;
}

/** Runs the desktop app to its end; its program is fetched first where it is missing. Where it can't run: why not. */
export async function openDesktop(launch: DesktopLaunch, how: OpenDesktop): Promise<DesktopOutcome> {
  const electron = await electronToRun(how);
  if (electron.kind !== "found") return electron;
  return runDesktop(electron.path, launch, {
    onShown: (pid) => {
      if (how.json) printJson({ event: "window", pid, dataDir: how.dataDir });
      else print("Understudy's window is open. Ctrl-C quits it.");
    },
  });
}

type ElectronToRun = DesktopOutcome | { readonly kind: "found"; readonly path: string };

async function electronToRun(how: OpenDesktop): Promise<ElectronToRun> {
  const found = findElectronPackage();
  const choice = chooseDesktop({
    platform: process.platform,
    env: process.env,
    electron: findElectron(),
    fetchable: canFetchElectron(found) ? found : null,
    isRoot: process.getuid?.() === 0,
  });
  switch (choice.kind) {
    case "desktop":
      return { kind: "found", path: choice.electron };
    case "fetch":
      return how.mayFetch
        ? fetched(choice.from, how)
        : { kind: "failed", why: "Electron's program is not installed" };
    case "headless":
      return { kind: "failed", why: choice.missing };
  }
}

/** Once a day at most, unless the person asks for it: a machine without internet should not wait at each start. */
async function fetched(electron: ElectronPackage, { insist }: OpenDesktop): Promise<ElectronToRun> {
  const { version } = electron;
  const before = insist ? null : await recentFailure(version, Date.now());
  if (before !== null) return failure(`${before}; \`--desktop\` tries again`);
  const progress = fetchProgress(version);
  const outcome = await fetchElectron(electron, { onProgress: progress.show }).finally(progress.end);
  if (outcome.kind === "stopped") return { kind: "ended", code: 0 };
  const path = findElectron();
  if (outcome.kind === "fetched" && path !== null) {
    await forgetFailure();
    return { kind: "found", path };
  }
  const why = outcome.kind === "failed" ? outcome.why : "its installer left no program";
  await rememberFailure(version, why, Date.now());
  return failure(why);
}

const failure = (why: string): DesktopOutcome => ({
  kind: "failed",
  why: `Electron's program is not installed and could not be fetched: ${why}`,
});
