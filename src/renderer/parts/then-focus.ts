import { flushSync } from "react-dom";

/** Makes a change and gives the focus to what it puts on the page: the next key, however soon, is for that. */
export function thenFocus(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change);
  find()?.focus();
}
