import { useState } from "react";
import type { Event } from "../../core/event.ts";

/** The current row, and the event that the panel shows. Both stay when the row leaves the window. */
export interface Selection {
  readonly current: number | null;
  readonly open: Event | null;
  /** Makes a row current; an open panel follows. */
  readonly move: (event: Event) => void;
  readonly show: (event: Event) => void;
  readonly close: () => void;
}

export function useSelection(): Selection {
  const [current, setCurrent] = useState<number | null>(null);
  const [open, setOpen] = useState<Event | null>(null);
  return {
    current,
    open,
    move: (event) => {
      setCurrent(event.sequence);
      setOpen((shown) => (shown === null ? null : event));
    },
    show: (event) => {
      setCurrent(event.sequence);
      setOpen(event);
    },
    close: () => setOpen(null),
  };
}
