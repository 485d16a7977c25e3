import { useEffect, useRef } from "react";
import { type Command, offerCommands } from "../stores/commands-store.ts";
import { useConsole } from "./console-context.ts";

/**
 * Offers commands in the palette and by their keys while the component is shown. They may be made anew on each render:
 * only a change of ids, titles or keys offers them again, and what runs is always the latest.
 */
export function useCommands(commands: readonly Command[]): void {
  const { commands: store } = useConsole();
  const latest = useRef(commands);
  latest.current = commands;
  const shape = JSON.stringify(commands);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` is what of the commands is on offer.
  useEffect(() => {
    const offered = latest.current.map((one, index) => ({
      ...one,
      run: () => latest.current[index]?.run(),
    }));
    return offerCommands(store, offered);
  }, [store, shape]);
}
