import type { DesktopBridge } from "../../core/ipc.ts";

declare global {
  interface Window {
    /** What the desktop app's preload script put there; a browser has none. */
    readonly understudyDesktop?: DesktopBridge;
  }
}

/** The way to the desktop app, or null in a browser. The console does without it. */
export const desktopBridge = (): DesktopBridge | null => window.understudyDesktop ?? null;
