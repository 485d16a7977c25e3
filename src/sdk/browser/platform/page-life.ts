interface PageLife {
  /** Nobody sees the page any more, and it may end without another word. */
  readonly onHide: () => void;
  /** The page is left. It may come back as it was (back/forward cache), for which nothing may stay connected. */
  readonly onLeave: () => void;
  readonly onReturn: () => void;
  /** Somebody sees the page again. */
  readonly onSeen: () => void;
  readonly onOnline: () => void;
}

/** Hears what happens to the page; nothing outside of a browser. */
export function watchPage({ onHide, onLeave, onReturn, onSeen, onOnline }: PageLife): void {
  if (typeof addEventListener !== "function" || typeof document === "undefined") return;
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") onHide();
    else onSeen();
  });
  addEventListener("pagehide", () => {
    onHide();
    onLeave();
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) onReturn();
  });
  addEventListener("online", onOnline);
}
