import { useEffect } from "react";
import type { EventFeed } from "../stores/event-feed.ts";

const typesText = "input, textarea, select, [contenteditable]";
const takesSpace = `${typesText}, button, a, [role=radio], [role=menuitem], [role=slider]`;

/** Space pauses and resumes, `/` goes to the filter box, wherever they have no other meaning. */
export function usePageKeys(feed: EventFeed): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const within = (selector: string) =>
        event.target instanceof Element && event.target.closest(selector) !== null;
      const overlaid = document.querySelector("[role=dialog], [role=menu]") !== null;
      if (event.repeat || overlaid || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === " " && !within(takesSpace)) {
        event.preventDefault();
        if (feed.store.getState().pausedAt === null) feed.pause();
        else feed.resume();
      }
      if (event.key === "/" && !within(typesText)) {
        event.preventDefault();
        document.querySelector<HTMLElement>(".filter-box input")?.focus();
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [feed]);
}
