import { useEffect } from "react";

/** How often lost focus is looked for, in ms: what takes it over by itself has done so by the second look. */
const every = 150;
const holders = "li, form, section, aside, main, [role=dialog], [role=group], [role=region], [role=row]";

/**
 * Moves lost focus to what was around it, where its element was removed or disabled and nothing else took it: keys and
 * screen readers go on from there and not from the top of the page. A press beside a dialog that stays open, such as the
 * second one of a double click on what opens it, takes the focus from nobody.
 */
export function useLostFocus(): void {
  useEffect(() => {
    let way: readonly Element[] = [];
    let missed: Loss | null = null;
    const noteWay = ({ target }: FocusEvent) => {
      if (target instanceof Element) way = ancestorsOf(target);
    };
    const look = () => {
      const [last, ...around] = way;
      const loss = document.activeElement === document.body && last !== undefined ? lossOf(last) : null;
      if (loss === "pressed away" && loss === missed) focus(last);
      else if (loss !== null && loss === missed) focusFirst(around);
      missed = loss === missed ? null : loss;
    };
    document.addEventListener("focusin", noteWay);
    const timer = setInterval(look, every);
    return () => {
      document.removeEventListener("focusin", noteWay);
      clearInterval(timer);
    };
  }, []);
}

const ancestorsOf = (element: Element | null): readonly Element[] =>
  element === null ? [] : [element, ...ancestorsOf(element.parentElement)];

/**
 * How the focus was lost. A button that was switched off while its dialog sends, and is then taken away with it, is lost
 * anew: the dialog is still to give the focus back.
 */
type Loss = "switched off" | "taken away" | "pressed away";

function lossOf(element: Element): Loss | null {
  if (!element.isConnected) return "taken away";
  if (element.matches(":disabled")) return "switched off";
  return element.closest(".dialog") === null ? null : "pressed away";
}

function focusFirst(around: readonly Element[]): void {
  const near = around.find((one) => one.isConnected && one.matches(holders));
  const holder = near === undefined || near.id === "stage" ? listOrPage() : near;
  if (holder instanceof HTMLElement && !holder.hasAttribute("tabindex")) holder.tabIndex = -1;
  focus(holder);
}

function focus(element: Element | null | undefined): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

/** Where all of it is gone, as with a page that was left: the next page's list, which has keys of its own, else the page. */
const listOrPage = (): Element | null =>
  document.querySelector("#stage [role=grid]") ?? document.querySelector("#stage");
