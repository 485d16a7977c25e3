import { useEffect } from "react";
import { useConsole } from "../page/console-context.ts";
import { type Command, currentCommands, keysOf } from "../stores/commands-store.ts";
import { isPlain, KeySequence, writtenKey } from "../stores/key-sequence.ts";

const typing = "input, textarea, select, [contenteditable], [role=textbox], [role=combobox]";
/** Widgets that use letters themselves: they find an item by its first letter. A tree says itself which it used. */
const findsByLetter = "[role=menu], [role=listbox], [role=dialog]";
/** What Space presses, or turns. */
const takesSpace = "button, a, summary, [role=radio], [role=tab], [role=slider], [role=switch]";
/** What it chooses in; elsewhere it scrolls, for as long as it is held down. */
const choosesBySpace = "[role=grid], [role=treeitem], [role=option], [role^=menuitem]";

/** Runs the commands that are on offer by their keys, wherever a key has no other meaning; and sees to it that one press is one. */
export function useKeys(): void {
  const { commands, appearance } = useConsole();
  useEffect(() => {
    const sequence = new KeySequence();
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const pressed = writtenKey(event);
      const { singleKeys } = appearance.getState();
      // What lies behind a dialog waits: its page, its edits, its environment.
      const isBehind = document.querySelector(".overlay > .dialog") !== null;
      // The page is no file to be saved, also where there is nothing to save.
      if (pressed === "mod+s") event.preventDefault();
      const offered = currentCommands(commands.getState());
      const heard = isBehind ? offered.filter(({ keysOnly }) => keysOnly === true) : offered;
      const usable = heard.flatMap((command) =>
        keysOf(command)
          .filter((keys) => isUsable(command, keys, event, singleKeys))
          .map((keys) => ({ keys, command })),
      );
      const isOverBlanks = usable.some(({ keys, command }) => command.overBlanks && keys === pressed);
      if (!isOverBlanks && typedInto(event)) return;
      const known = usable.map(({ keys }) => keys);
      const typed = sequence.press(event, known, event.timeStamp);
      const found = usable.find(({ keys }) => keys === typed);
      if (found === undefined) return;
      event.preventDefault();
      found.command.run();
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("click", secondPresses(), { capture: true, signal });
    document.addEventListener("keydown", swallowComposed, { capture: true, signal });
    document.addEventListener("keydown", swallowHeld, { capture: true, signal });
    document.addEventListener("keydown", onKey, { signal });
    return () => listening.abort();
  }, [commands, appearance]);
}

/** An input method's keys are its own: Enter takes what it offers, Escape turns it down. Safari tells of Enter by 229 alone. */
function swallowComposed(event: KeyboardEvent): void {
  if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
}

/** What presses, chooses or takes away does so once, however long it is held down: what it did may have moved the focus on. */
function swallowHeld(event: KeyboardEvent): void {
  if (!event.repeat || !(event.target instanceof Element)) return;
  const inText = event.target.matches(event.key === "Enter" ? "textarea, [contenteditable]" : typing);
  if (inText || !["Enter", " ", "Delete", "Backspace"].includes(event.key)) return;
  if (event.key === " " && event.target.closest(`${takesSpace}, ${choosesBySpace}`) === null) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** A double click is one press where the first took away what it was on: the second is not for what lies there now. */
function secondPresses() {
  let pressed: Element | null = null;
  return (event: MouseEvent): void => {
    if (!(event.target instanceof Element)) return;
    const isGone = event.detail > 1 && pressed?.isConnected === false;
    // Not an icon in it, which may change with what it says.
    pressed = event.target.closest("button, a, [role]") ?? event.target;
    if (!isGone) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
}

/** Opens the blank of a sentence that a letter is typed on, with that letter. */
function typedInto(event: KeyboardEvent): boolean {
  const blank = event.target;
  if (!(blank instanceof HTMLElement) || !blank.matches(".tok[aria-haspopup]")) return false;
  // A key that is held down is one press: what it did may have brought the blank.
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || !/^[\p{L}\p{N}]$/u.test(event.key))
    return false;
  event.preventDefault();
  const isMenu = blank.getAttribute("aria-haspopup") === "menu";
  if (isMenu) press(blank, "Enter");
  else blank.click();
  const begin = (tries: number) => {
    const field = document.activeElement;
    if (field === null || field === blank) {
      if (tries > 0) requestAnimationFrame(() => begin(tries - 1));
    } else if (isMenu) press(field, event.key);
    // The one way to type into a field that its undo and React both see.
    else document.execCommand("insertText", false, event.key);
  };
  requestAnimationFrame(() => begin(10));
  return true;
}

const press = (target: Element, key: string) =>
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

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
  // What Option types on a Mac is typed, and what Windows types by a character's number.
  if (keys.startsWith("alt+"))
    return (keys.endsWith(event.key) && !event.code.startsWith("Numpad")) || !within(typing);
  if (!isPlain(keys)) return true;
  if (!singleKeys || event.repeat || within(typing) || within(findsByLetter)) return false;
  return keys !== "Space" || !within(takesSpace);
}
