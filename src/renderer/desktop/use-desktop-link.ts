import { useEffect, useEffectEvent } from "react";
import { useLocation } from "wouter";
import type { Navigation } from "../../core/ipc.ts";
import { useConsole } from "../page/console-context.ts";
import { usePath } from "../page/use-here.ts";
import { currentCommands } from "../stores/commands-store.ts";
import { say } from "../stores/toasts-store.ts";
import { desktopBridge } from "./desktop-bridge.ts";
import { followDesktop } from "./desktop-store.ts";

/** Goes where the app's menus, its tray and links ask the page to go. Does nothing in a browser. */
export function useDesktopLink(): void {
  const { desktop, appearance } = useConsole();
  const go = useEffectEvent(useGo());
  useEffect(() => {
    const bridge = desktopBridge();
    if (bridge === null) return;
    const stopFollowing = followDesktop(desktop, bridge);
    const stopListening = bridge.on("navigate", (to) => go(to));
    void bridge.pageReady().then(
      (pending) => pending !== null && go(pending),
      // Refused or gone: the menus then do nothing, and the page goes on.
      () => undefined,
    );
    const showTheme = () => void bridge.showTheme(appearance.getState().theme).catch(() => undefined);
    showTheme();
    const stopTelling = appearance.subscribe(showTheme);
    return () => {
      stopTelling();
      stopFollowing();
      stopListening();
    };
  }, [desktop, appearance]);
}

/** All of it is what the page can do by itself: an address, or one of the commands that are on offer. */
function useGo(): (to: Navigation) => void {
  const { commands, toasts } = useConsole();
  const path = usePath();
  const [, navigate] = useLocation();
  const run = (id: string) => {
    const command = currentCommands(commands.getState()).find((one) => one.id === id);
    if (command?.blocked === undefined) return command?.run();
    say(toasts, `${command.title} can’t be done: ${command.blocked}.`);
  };
  return (to) => {
    switch (to.to) {
      case "address":
        return navigate(to.path);
      case "page":
        return navigate(path(to.page, ...to.below));
      case "environment":
        return run(`environment/${to.environment}`);
      case "command":
        return run(to.command);
    }
  };
}
