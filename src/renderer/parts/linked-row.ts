import type { MouseEvent } from "react";

/** On a row that has a link: a click beside whatever acts by itself is one on that link, so that keys and the wheel open a tab, too. */
export const linkedRow = {
  onClick: clickLink,
  onAuxClick: (event: MouseEvent<HTMLElement>) => {
    if (event.button === 1) clickLink(event);
  },
};

function clickLink({ currentTarget: row, target, nativeEvent }: MouseEvent<HTMLElement>): void {
  // What a portal shows, as a menu does, is in the row for React alone.
  if (!(target instanceof Element) || !row.contains(target) || target.closest("a, button") !== null) return;
  row.querySelector("a")?.dispatchEvent(new globalThis.MouseEvent("click", nativeEvent));
}
