import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const NAMES = { darwin: "Electron.app/Contents/MacOS/Electron", win32: "electron.exe" };

/**
 * What a test of the real app needs: Electron's program, and what is in the way where something is. `problem` is null
 * when it can run.
 *
 * @param {{ root: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform, isRoot: boolean, electron?: string }} machine
 * electron: a program that is there already
 * @returns {{ electron: string | null, problem: string | null }}
 */
export function desktopRunner({
  root,
  env,
  platform,
  isRoot,
  electron = electronProgram(root, env, platform),
}) {
  const noDisplay = platform === "linux" && !env.DISPLAY && !env.WAYLAND_DISPLAY;
  const problems = [
    ...(electron === null ? ["Electron's program is not installed"] : []),
    ...(noDisplay ? ["there is no display"] : []),
    ...(platform === "linux" && isRoot ? ["Electron does not run as root"] : []),
  ];
  return { electron, problem: problems.length === 0 ? null : problems.join(" and ") };
}

function electronProgram(root, env, platform) {
  const folder = join(root, "node_modules/electron");
  const unpacked = env.ELECTRON_OVERRIDE_DIST_PATH;
  // Written last by Electron's installer: without it the program may be there by half.
  const fetched = existsSync(join(folder, "path.txt"))
    ? join(folder, "dist", readFileSync(join(folder, "path.txt"), "utf8").trim())
    : null;
  const program = unpacked ? join(unpacked, NAMES[platform] ?? "electron") : fetched;
  return program !== null && existsSync(program) ? program : null;
}
