import { useEffect } from "react";

const ways: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const backKeys: readonly string[] = ["Escape", "Backspace", "GoBack", "BrowserBack", "XF86Back"];
const lanes = ".track, .acts, .bar, .plan, .picks, .whycard, .skips, .keys, .grid";

const lane = (element: Element): Element | null => element.closest(lanes);

function centre(element: Element): readonly [x: number, y: number] {
  const { left, width, top, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** What a remote can stand on now: in what lies on top, where something does. */
function targets(): HTMLElement[] {
  const top = document.querySelector(".player, .pair, .sheet") ?? document;
  return [...top.querySelectorAll<HTMLElement>("[data-f]")].filter(
    (one) => one.offsetParent !== null && one.closest("[inert]") === null && !one.matches(":disabled"),
  );
}

/** The nearest thing in a direction: along its own row, or in another one above or below. */
function neighbour(from: HTMLElement, [dx, dy]: readonly [number, number]): HTMLElement | undefined {
  const [x, y] = centre(from);
  let best: HTMLElement | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const one of targets()) {
    if (one === from) continue;
    const [u, v] = centre(one);
    const along = (u - x) * dx + (v - y) * dy;
    const across = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
    const sameLane = lane(one) === lane(from);
    if (along < 12 || (dx !== 0 && !sameLane) || (dy !== 0 && sameLane && !from.matches(".keys *, .grid *")))
      continue;
    const cost = along * (dy === 0 ? 1 : 3) + across;
    if (cost < least) [least, best] = [cost, one];
  }
  return best;
}

/** Brings what has the focus into view: its row by the least that shows it whole, the page so that the row stands at 62 %. */
function show(element: HTMLElement): void {
  const row = element.closest<HTMLElement>(".row");
  const track = element.closest<HTMLElement>(".track");
  if (track !== null) {
    const over = element.offsetLeft - track.offsetLeft + element.offsetWidth - (innerWidth - 192);
    track.style.transform = `translateX(${-Math.max(0, over)}px)`;
  }
  if (element.closest(".player, .pair, .sheet, .whycard") !== null) return;
  const rows = document.querySelector(".rows");
  const isFirst = row === null || row === rows?.querySelector(".row");
  const top = isFirst
    ? 0
    : row.getBoundingClientRect().top + scrollY + row.offsetHeight / 2 - innerHeight * 0.62;
  const isReduced = document.documentElement.dataset.motion === "reduced";
  scrollTo({ top: Math.max(0, top), behavior: isReduced ? "instant" : "smooth" });
}

/** A remote's keys on a TV: something always has the focus, arrows move it, and Back goes back. Back works everywhere. */
export function useRemote(isTv: boolean, onBack: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const active = document.activeElement;
      const isTyping = active instanceof HTMLInputElement;
      if (backKeys.includes(event.key) && !(isTyping && event.key === "Backspace")) {
        event.preventDefault();
        onBack();
        return;
      }
      const way = ways[event.key];
      if (!isTv || way === undefined) return;
      event.preventDefault();
      const from = active instanceof HTMLElement && active !== document.body ? active : null;
      const next = from === null ? targets()[0] : neighbour(from, way);
      next?.focus({ preventScroll: true });
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [isTv, onBack]);
  useEffect(() => {
    if (!isTv) return;
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) show(target);
    };
    addEventListener("focusin", onFocus);
    return () => removeEventListener("focusin", onFocus);
  }, [isTv]);
  useEffect(() => {
    if (!isTv) return;
    // What had the focus may be gone: then the first thing to do has it.
    const keep = () => {
      if (document.activeElement === document.body || document.activeElement === null)
        (document.querySelector<HTMLElement>("[data-first], .layer.new .btn.go") ?? targets()[0])?.focus({
          preventScroll: true,
        });
    };
    const watch = new MutationObserver(keep);
    watch.observe(document.body, { childList: true, subtree: true });
    keep();
    return () => watch.disconnect();
  }, [isTv]);
}
