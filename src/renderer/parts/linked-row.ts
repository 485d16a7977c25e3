import type { MouseEvent } from "react";
import { isMac } from "./KeyCaps.tsx";

/** On a row that has a link: a click beside whatever acts by itself is one on that link, so that keys and the wheel open a tab, too. */
export const linkedRow = {
  onClick: (event: MouseEvent<HTMLElement>) => clickLink(event, event.nativeEvent),
  onAuxClick: (event: MouseEvent<HTMLElement>) => {
    // Firefox follows no made-up click of the wheel, but one with the key that does the same.
    const key = isMac() ? { metaKey: true } : { ctrlKey: true };
    if (event.button === 1) clickLink(event, { ...key, bubbles: true, cancelable: true });
  },
};

function clickLink({ currentTarget: row, target }: MouseEvent<HTMLElement>, click: MouseEventInit): void {
  // What a portal shows, as a menu does, is in the row for React alone.
  if (!(target instanceof Element) || !row.contains(target) || target.closest("a, button") !== null) return;
  row.querySelector("a")?.dispatchEvent(new globalThis.MouseEvent("click", click));
}
