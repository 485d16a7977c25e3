import { constants } from "node:os";
import type { DesktopSign } from "../core/desktop-sign.ts";

/** What became of the desktop app: it ran to its end, one that ran already took over, or there never was a window, and why. */
export type DesktopOutcome =
  | { readonly kind: "ended"; readonly code: number }
  | { readonly kind: "handed" }
  | { readonly kind: "failed"; readonly why: string };

/** How far the app has come, and what it has printed. */
export interface Watched {
  sign: DesktopSign | null;
  timedOut: boolean;
  ended: boolean;
  /** What it prints until Electron works. Where it never does, the last line is the reason. */
  readonly held: string[];
  /** How long it had for its first message, in ms. */
  readonly patience: number;
}

/**
 * A second launch says that it was handed to the first. Once Electron works, exit codes 0 and 1 are the app's own; any other
 * before the first window is a crash of Electron, e.g. of the graphics driver.
 */
export function outcomeOf(
  code: number | null,
  signal: NodeJS.Signals | null,
  watched: Watched,
): DesktopOutcome {
  const { sign, timedOut, patience } = watched;
  if (timedOut) return { kind: "failed", why: `Electron did not answer within ${patience / 1000} seconds` };
  if (sign === "handed") return { kind: "handed" };
  const exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  const crashed = sign === null || (sign === "started" && exitCode > 1);
  if (!crashed) return { kind: "ended", code: exitCode };
  const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
  const when = sign === null ? "at its start" : "before its window was there";
  return { kind: "failed", why: `Electron ended ${when} ${how}${reason(watched)}` };
}

/** How much of Electron's last line is passed on, in characters. */
const longestReason = 200;

function reason({ held }: Watched): string {
  const last = held.map((line) => line.trim()).findLast((line) => line !== "");
  return last === undefined ? "" : `: ${sandboxAdvice(held) ?? last.slice(0, longestReason)}`;
}

/**
 * What to do where Chromium's sandbox can't be had, in place of its own words, which are long: "The SUID sandbox helper binary
 * was found, but is not configured correctly. … You need to make sure that PATH is owned by root and has mode 4755." and "No
 * usable sandbox!" (Chromium's sandbox/linux/suid/client/setuid_sandbox_host.cc, content/browser/zygote_host_impl_linux.cc).
 */
function sandboxAdvice(held: readonly string[]): string | null {
  const said = held.join(" ");
  const [, helper] = /make sure that (.+chrome-sandbox) is owned by root/.exec(said) ?? [];
  if (helper !== undefined)
    return `Chromium's sandbox needs its helper to belong to root. Run: sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`;
  return said.includes("No usable sandbox")
    ? "this system forbids what Chromium's sandbox needs (unprivileged user namespaces). Install the deb, which brings a profile for it, or see docs/desktop-testing.md"
    : null;
}
