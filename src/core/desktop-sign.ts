/**
 * How the desktop app tells the launcher that started it how far it is: one line on standard output each. Without such a
 * line the launcher cannot tell an app that hangs from one that takes its time.
 *
 * - `started`: Electron itself works: it has found its display and runs our main script.
 * - `shown`: a window is on the screen.
 * - `handed`: another copy runs, and has been given what this one was asked for.
 */
export type DesktopSign = "started" | "shown" | "handed";

/** Set by the launcher, so that an app that was started otherwise prints nothing. */
export const launcherVariable = "UNDERSTUDY_LAUNCHER";

/** What the launcher sends by the app's channel to ask it to end: Windows has no signal that a program could obey. */
export const quitOrder = "understudy-desktop: quit";

const prefix = "understudy-desktop: ";
const signs: readonly DesktopSign[] = ["started", "shown", "handed"];

/** A sign as the line that stands for it, without its end. */
export const signLine = (sign: DesktopSign): string => `${prefix}${sign}`;

/** The sign that a line stands for; null for any other line, which is the app's own output. */
export function readSign(line: string): DesktopSign | null {
  return signs.find((sign) => signLine(sign) === line) ?? null;
}
