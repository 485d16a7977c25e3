import { useLayoutEffect, useRef } from "react";

const rowOf = (id: string | null) =>
  id === null ? null : document.querySelector<HTMLElement>(`[data-why="${CSS.escape(id)}"]`);

/**
 * Keeps the row whose reasons are opened or closed where it is on the screen: the panel takes room from the page, and what
 * stands above the row may then be higher. Gives what is to be called before `why` changes.
 */
export function useStillRow(why: string | null): (next: string | null) => void {
  const noted = useRef<{ readonly id: string; readonly top: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of `why` that moves the rows.
  useLayoutEffect(() => {
    const before = noted.current;
    noted.current = null;
    const row = rowOf(before?.id ?? null);
    const scroller = row?.closest(".scroll");
    if (before === null || row === null || scroller == null) return;
    scroller.scrollTop += row.getBoundingClientRect().top - before.top;
  }, [why]);
  return (next) => {
    const id = next ?? why;
    const row = rowOf(id);
    noted.current = id === null || row === null ? null : { id, top: row.getBoundingClientRect().top };
  };
}
