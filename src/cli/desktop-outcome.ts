import { constants } from "node:os";
import type { DesktopSign } from "../core/desktop-sign.ts";

/** What became of the desktop app: it ran to its end, one that ran already took over, or there never was a window, and why. */
export type DesktopOutcome =
  | { readonly kind: "ended"; readonly code: number }
  | { readonly kind: "handed" }
  | { readonly kind: "failed"; readonly why: string };

/** How far the app has come, and what it has said of its troubles on the way there. */
export interface Watched {
  sign: DesktopSign | null;
  timedOut: boolean;
  ended: boolean;
  /** Held back until Electron works: where it does not, its last line is the reason, and the rest is noise. */
  readonly held: string[];
  /** How long it had for its first sign, in ms. */
  readonly patience: number;
}

/**
 * Before Electron works, an end with 0 is a second launch that was handed to the first. Once it works, ends with 0 and 1
 * are the app's own; any other before the first window is Electron's crash, e.g. of the graphics driver.
 */
export function outcomeOf(
  code: number | null,
  signal: NodeJS.Signals | null,
  watched: Watched,
): DesktopOutcome {
  const { sign, timedOut, patience } = watched;
  if (timedOut)
    return { kind: "failed", why: `Electron gave no sign of life within ${patience / 1000} seconds` };
  const exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  const crashed = sign === null ? exitCode !== 0 : sign === "started" && exitCode > 1;
  if (!crashed) return sign === null ? { kind: "handed" } : { kind: "ended", code: exitCode };
  const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
  const when = sign === null ? "at its start" : "before its window was there";
  return { kind: "failed", why: `Electron ended ${when} ${how}${lastWords(watched)}` };
}

const longestReason = 200;

function lastWords({ held }: Watched): string {
  const last = held.map((line) => line.trim()).findLast((line) => line !== "");
  return last === undefined ? "" : `: ${last.slice(0, longestReason)}`;
}
