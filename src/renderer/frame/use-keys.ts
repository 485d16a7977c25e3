import { useEffect } from "react";
import { useConsole } from "../page/console-context.ts";
import { type Command, currentCommands, keysOf } from "../stores/commands-store.ts";
import { isPlain, KeySequence } from "../stores/key-sequence.ts";

const typing = "input, textarea, select, [contenteditable], [role=textbox], [role=combobox]";
/** Widgets that use letters themselves: they find an item by its first letter. */
const findsByLetter = "[role=menu], [role=listbox], [role=tree], [role=dialog]";
/** What Space presses, or turns. */
const takesSpace = "button, a, summary, [role=radio], [role=tab], [role=slider], [role=switch]";

/** Runs the commands that are on offer by their keys, wherever a key has no other meaning. */
export function useKeys(): void {
  const { commands, appearance } = useConsole();
  useEffect(() => {
    const sequence = new KeySequence();
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const { singleKeys } = appearance.getState();
      const usable = currentCommands(commands.getState()).flatMap((command) =>
        keysOf(command)
          .filter((keys) => isUsable(command, keys, event, singleKeys))
          .map((keys) => ({ keys, command })),
      );
      const known = usable.map(({ keys }) => keys);
      const typed = sequence.press(event, known, event.timeStamp);
      const found = usable.find(({ keys }) => keys === typed);
      if (found === undefined) return;
      event.preventDefault();
      found.command.run();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [commands, appearance]);
}

/** Whether a command's keys mean it where this press happens. */
function isUsable(
  { local, blocked, notIn }: Command,
  keys: string,
  event: KeyboardEvent,
  singleKeys: boolean,
): boolean {
  const within = (selector: string) =>
    event.target instanceof Element && event.target.closest(selector) !== null;
  if (local === true || blocked !== undefined || (notIn !== undefined && within(notIn))) return false;
  if (!isPlain(keys)) return true;
  if (!singleKeys || event.repeat || within(typing) || within(findsByLetter)) return false;
  return keys !== "Space" || !within(takesSpace);
}
