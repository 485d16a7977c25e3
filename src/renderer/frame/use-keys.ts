import { useEffect } from "react";
import { useConsole } from "../app/console-context.ts";
import { currentCommands } from "../stores/commands-store.ts";
import { isPlain, KeySequence } from "../stores/key-sequence.ts";

const typing = "input, textarea, select, [contenteditable], [role=textbox], [role=combobox]";
/** Widgets that use letters themselves: they find an item by its first letter. */
const findsByLetter = "[role=menu], [role=listbox], [role=tree], [role=dialog]";

/** Runs the commands that are on offer by their keys, wherever a key has no other meaning. */
export function useKeys(): void {
  const { commands, appearance } = useConsole();
  useEffect(() => {
    const sequence = new KeySequence();
    const onKey = (event: KeyboardEvent) => {
      const within = event.target instanceof Element ? event.target : null;
      const busy = within?.closest(typing) != null || within?.closest(findsByLetter) != null;
      const { singleKeys } = appearance.getState();
      const usable = currentCommands(commands.getState()).filter(
        ({ keys }) => keys !== undefined && (!isPlain(keys) || (singleKeys && !busy)),
      );
      const known = usable.map(({ keys }) => keys ?? "");
      if (event.defaultPrevented || event.isComposing) return;
      const typed = sequence.press(event, known, event.timeStamp);
      const command = usable.find(({ keys }) => keys === typed);
      if (typed === null || command === undefined) return;
      event.preventDefault();
      command.run();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [commands, appearance]);
}
