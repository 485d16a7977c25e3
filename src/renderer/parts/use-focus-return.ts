import { type RefObject, useRef } from "react";

/** What had the focus before a dialog opened: by the dialog's element, while it is there. */
const openers = new WeakMap<Element, HTMLElement>();

/**
 * Gives the focus back to what had it before a dialog opened. An item of a menu, or a button of another dialog, is gone by
 * then: the focus goes to what opened that.
 */
export function useFocusReturn(open: boolean, returnTo?: RefObject<HTMLElement | null>) {
  const before = useRef<readonly HTMLElement[] | null>(null);
  if (open && before.current === null) before.current = wayTo(document.activeElement);
  const onOpenAutoFocus = ({ currentTarget: dialog }: Event) => {
    const last = before.current?.at(-1);
    if (dialog instanceof HTMLElement && last !== undefined) openers.set(dialog, last);
  };
  const onCloseAutoFocus = (event: Event) => {
    event.preventDefault();
    const kept = before.current?.find(({ isConnected }) => isConnected);
    before.current = null;
    // What was pressed in the dialog may have opened another, which has the focus by now.
    if (document.activeElement === document.body) (returnTo?.current ?? kept ?? heading())?.focus();
  };
  return { onOpenAutoFocus, onCloseAutoFocus };
}

/** Where to go on where nothing had the focus, as after a key, or what had it is gone with what was done. */
const heading = () => document.querySelector<HTMLElement>("h1");

/** What has the focus, then what opened the menu or the dialog that it is in. */
function wayTo(focused: Element | null): readonly HTMLElement[] {
  const around = focused?.closest("[role=menu], [role=dialog]") ?? null;
  const trigger = document.getElementById(around?.getAttribute("aria-labelledby") ?? "");
  const opener = around?.role === "menu" ? trigger : around && openers.get(around);
  return [focused, opener].filter((one) => one instanceof HTMLElement).filter((one) => one !== document.body);
}
