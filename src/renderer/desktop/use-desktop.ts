import { useStore } from "zustand";
import type { DesktopBridge, DesktopState } from "../../core/ipc.ts";
import { useConsole } from "../page/console-context.ts";
import { desktopBridge } from "./desktop-bridge.ts";

interface DesktopHere {
  readonly bridge: DesktopBridge;
  readonly state: DesktopState;
  readonly problem: string | null;
}

/** The desktop app that shows this page; null in a browser, and until the app has told of itself. */
export function useDesktop(): DesktopHere | null {
  const { desktop } = useConsole();
  const { state, problem } = useStore(desktop);
  const bridge = desktopBridge();
  return bridge === null || state === null ? null : { bridge, state, problem };
}
