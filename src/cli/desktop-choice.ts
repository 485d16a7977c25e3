/** What decides whether the desktop app can run. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Electron's executable, or null. */
  readonly electron: string | null;
  readonly isRoot: boolean;
}

export type DesktopChoice =
  | { readonly kind: "desktop"; readonly electron: string }
  | { readonly kind: "headless"; readonly missing: string };

/** Whether there is a screen to show a window on. macOS and Windows always have one. */
export function hasDisplay({ platform, env }: Pick<Machine, "platform" | "env">): boolean {
  if (platform === "darwin" || platform === "win32") return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** The desktop app where it can run; else headless, with what is missing. */
export function chooseDesktop(machine: Machine): DesktopChoice {
  const display = hasDisplay(machine);
  const { electron } = machine;
  if (electron !== null && display && !runsAsLinuxRoot(machine)) return { kind: "desktop", electron };
  const missing = [
    ...(electron === null ? ["Electron's program is not installed"] : []),
    ...(display ? [] : ["there is no display"]),
    ...(electron !== null && display ? ["Electron does not run as root"] : []),
  ];
  return { kind: "headless", missing: missing.join(" and ") };
}

/** Chromium's sandbox, which is never switched off here, refuses root on Linux. */
function runsAsLinuxRoot({ platform, isRoot }: Machine): boolean {
  return platform === "linux" && isRoot;
}
