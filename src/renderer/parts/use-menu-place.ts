import { useState } from "react";

/**
 * Where a menu stands in the document: in the page's main landmark, but over a dialog while one is open. Looked up as it
 * opens, and kept: a menu that is moved while it is open is made anew, and closes.
 */
export function useMenuPlace() {
  const [{ open, container }, set] = useState<MenuPlace>({ open: false, container: null });
  const onOpenChange = (next: boolean) =>
    set((now) => ({ open: next, container: next ? menuPlace() : now.container }));
  return { root: { modal: false, open, onOpenChange }, container };
}

interface MenuPlace {
  readonly open: boolean;
  readonly container: HTMLElement | null;
}

const menuPlace = (): HTMLElement =>
  (document.querySelector(".overlay") === null ? document.querySelector<HTMLElement>("main") : null) ??
  document.body;
