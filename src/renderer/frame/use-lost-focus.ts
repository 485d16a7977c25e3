import { useEffect } from "react";

/** How long after a look lost focus is looked for again, in ms: what takes it over by itself has done so by the second look. */
const every = 150;
const holders = "li, form, section, aside, main, [role=dialog], [role=group], [role=region], [role=row]";
const rows = "[role=treeitem], [role=row], tr, li";
const controls = "a[href], button, input, select, textarea, [tabindex]";
/** What is over the page for a while: whoever leaves it is where they were before. */
const overlays = "[role=menu], [role=dialog], .toast";

/**
 * Something that had the focus, or is around that; where it is a row, with its list, its place in that, and the rows behind it and
 * then those before it.
 */
interface Step {
  readonly element: Element;
  readonly list: Element | null;
  readonly at: number;
  readonly beside: readonly Element[];
}

/** From what had the focus outwards. */
type Way = readonly [Step, ...Step[]];

/** Which row's control got the focus in place of which, and what stood in that list. */
interface Given {
  readonly to: Element;
  readonly lost: Element;
  readonly list: Element | null;
  readonly there: ReadonlySet<Element>;
}

/**
 * Moves lost focus to what was near it, where its element was removed or disabled and nothing else took it: from a row that
 * is gone to the same control of the next one, or of the one before, where all were drawn anew of the one in its place; else to
 * what was around it, in a sentence its first blank. Keys and screen readers go on from there and not from the top of the page.
 * A row that comes back, by an undo, has the focus again where that has not gone on. A press beside a dialog that stays open,
 * such as the second one of a double click on what opens it, takes the focus from nobody.
 */
export function useLostFocus(): void {
  useEffect(() => {
    // The last one's way, and that of where the overlay that it is in was opened.
    let ways: readonly Way[] = [];
    let onPage: readonly Way[] = [];
    let missed: Loss | null = null;
    let given: Given | null = null;
    const noteWay = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const overlay = target.closest(overlays);
      const from = overlay === null ? target : openerOf(overlay);
      if (from !== null) onPage = [wayOf(from, null)];
      // It has gone on.
      if (overlay === null && given !== null && target !== given.to) given = null;
      ways = overlay === null ? onPage : [wayOf(target, overlay), ...onPage];
    };
    const look = () => {
      if (given !== null && document.activeElement === given.to) giveBack(given);
      const last = ways[0]?.[0].element;
      const loss = document.activeElement === document.body && last !== undefined ? lossOf(last) : null;
      if (loss === "pressed away" && loss === missed) focus(last);
      else if (loss !== null && loss === missed) given = focusNear(ways) ?? given;
      missed = loss === missed ? null : loss;
      // An interval's look that is late comes right before the next one.
      timer = setTimeout(look, every);
    };
    document.addEventListener("focusin", noteWay);
    let timer = setTimeout(look, every);
    return () => {
      document.removeEventListener("focusin", noteWay);
      clearTimeout(timer);
    };
  }, []);
}

/** What on the page opened a menu or a popover: the mouse does so without the focus. */
function openerOf({ id }: Element): Element | null {
  const opener = id === "" ? null : document.querySelector(`[aria-controls="${CSS.escape(id)}"]`);
  return opener?.closest(overlays) === null ? opener : null;
}

function wayOf(element: Element, end: Element | null): Way {
  const { parentElement: parent } = element;
  const step = { element, ...placeOf(element) };
  return parent === null || element === end ? [step] : [step, ...wayOf(parent, end)];
}

/** A grid draws the rows in sight alone, and has the focus itself: a row that is scrolled away is no lost one. */
function placeOf(row: Element): Omit<Step, "element"> {
  if (!row.matches(rows) || row.closest("[role=grid]") !== null) return { list: null, at: -1, beside: [] };
  const list = row.parentElement;
  const all = rowsIn(list);
  const at = all.indexOf(row);
  return { list, at, beside: [...all.slice(at + 1), ...all.slice(0, at).toReversed()] };
}

const rowsIn = (list: Element | null): readonly Element[] =>
  [...(list?.children ?? [])].filter((one) => one.matches(rows) && !one.matches("[aria-hidden=true]"));

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

/** Says so where a row beside got it. */
function focusNear(ways: readonly Way[]): Given | null {
  for (const way of ways) {
    const lost = way[0].element;
    if (lost.isConnected && !lost.matches(":disabled")) return hold(lost);
    for (const { element, list, at, beside } of way) {
      const now = list?.isConnected ? rowsIn(list) : [];
      const row = element.isConnected
        ? undefined
        : (beside.find((one) => one.isConnected) ?? now[at] ?? now.at(-1));
      if (row !== undefined) return focusRow(row, element, lost);
      if (element.isConnected && element.matches(holders) && element.id !== "stage")
        return hold(element.querySelector(":scope.sentence .tok") ?? element);
    }
  }
  return hold(listOrHeading());
}

function hold(element: Element | null): null {
  if (element instanceof HTMLElement && !element.matches(controls)) element.tabIndex = -1;
  focus(element);
  return null;
}

function focus(element: Element | null | undefined): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

/** Focuses what in a row is the same as what was lost in another, else the first thing in it that takes the focus. */
function focusRow(row: Element, gone: Element, lost: Element): Given {
  const place = alikeIn(gone, lost).indexOf(lost);
  const alike = alikeIn(row, lost);
  const to = alike[place] ?? alike.at(-1) ?? controlsIn(row)[0] ?? row;
  const list = row.parentElement;
  const given = { to, lost, list, there: new Set(rowsIn(list)) };
  hold(to);
  to.scrollIntoView({ block: "nearest" });
  return given;
}

/** The row that had it is there again. */
function giveBack({ list, there, lost }: Given): void {
  const back = rowsIn(list).filter((one) => !there.has(one));
  const found = back.flatMap((row) => alikeIn(row, lost)).find((one) => nameOf(one) === nameOf(lost));
  focus(found);
}

const controlsIn = (row: Element): readonly Element[] =>
  [row, ...row.querySelectorAll(controls)].filter((one) => one.matches(controls));

const alikeIn = (row: Element, control: Element): readonly Element[] =>
  controlsIn(row).filter((one) => one.tagName === control.tagName && one.className === control.className);

const nameOf = (control: Element): string | null => control.getAttribute("aria-label") ?? control.textContent;

/** Where all of it is gone, as with a page that was left: the next page's list, which has keys of its own, else its heading. */
const listOrHeading = (): Element | null =>
  ["#stage [role=grid]", "#stage h1", "#stage"].map((one) => document.querySelector(one)).find(Boolean) ??
  null;
