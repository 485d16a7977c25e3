/** Where the arrow keys lead from a stop. */
export type Step = "next" | "previous" | "above" | "below" | "first" | "last";

/** The stop that a step leads to; null where it leads nowhere. Lines are those that are seen, whatever wraps. */
export function stopFrom(root: HTMLElement, from: HTMLElement, step: Step): HTMLElement | null {
  const stops = [...root.querySelectorAll<HTMLElement>("[data-stop]")];
  const at = stops.indexOf(from);
  if (at < 0) return null;
  if (step === "next") return stops[at + 1] ?? null;
  if (step === "previous") return stops[at - 1] ?? null;
  if (step === "first" || step === "last") {
    const own = stops.filter((one) => one.closest("li") === from.closest("li"));
    return (step === "first" ? own[0] : own.at(-1)) ?? null;
  }
  return nearest(stops, from, step);
}

function nearest(
  stops: readonly HTMLElement[],
  from: HTMLElement,
  step: "above" | "below",
): HTMLElement | null {
  const own = from.getBoundingClientRect();
  const boxes = stops.map((stop) => ({ stop, box: stop.getBoundingClientRect() }));
  const beyond = boxes.filter(({ box }) =>
    step === "below" ? box.top >= own.bottom - 2 : box.bottom <= own.top + 2,
  );
  const line = step === "below" ? beyond[0]?.box.top : beyond.at(-1)?.box.top;
  const onLine = beyond.filter(({ box }) => Math.abs(box.top - (line ?? 0)) < 4);
  const off = ({ box }: { box: DOMRect }) => Math.abs(box.left - own.left);
  return onLine.sort((a, b) => off(a) - off(b))[0]?.stop ?? null;
}
