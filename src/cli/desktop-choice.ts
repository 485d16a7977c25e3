import type { ElectronPackage } from "./electron-binary.ts";

/** What decides whether the desktop app can run. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Electron's executable, or null. */
  readonly electron: string | null;
  /** Electron's package where its installer may fetch the executable, or null. */
  readonly fetchable: ElectronPackage | null;
  readonly isRoot: boolean;
}

type DesktopChoice =
  | { readonly kind: "desktop"; readonly electron: string }
  | { readonly kind: "fetch"; readonly from: ElectronPackage }
  | { readonly kind: "headless"; readonly missing: string };

const inWords = new Intl.ListFormat("en");

/** Whether there is a screen to show a window on. macOS and Windows always have one. */
export function hasDisplay({ platform, env }: Pick<Machine, "platform" | "env">): boolean {
  if (platform === "darwin" || platform === "win32") return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** The desktop app where it can run; first its program is fetched where only that is missing; else headless, and why. */
export function chooseDesktop(machine: Machine): DesktopChoice {
  const { electron, fetchable } = machine;
  const obstacles = [
    ...(hasDisplay(machine) ? [] : ["there is no display"]),
    ...(runsAsLinuxRoot(machine) ? ["Electron does not run as root"] : []),
  ];
  if (obstacles.length === 0 && electron !== null) return { kind: "desktop", electron };
  if (obstacles.length === 0 && fetchable !== null) return { kind: "fetch", from: fetchable };
  const missing = electron === null ? ["Electron's program is not installed"] : [];
  return { kind: "headless", missing: inWords.format([...missing, ...obstacles]) };
}

/** Chromium's sandbox, which is never switched off here, refuses root on Linux. */
function runsAsLinuxRoot({ platform, isRoot }: Machine): boolean {
  return platform === "linux" && isRoot;
}
