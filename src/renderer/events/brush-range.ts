/** Times in ms UTC. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** The time at a share (0 to 1) of the chart's width. */
export const timeAt = ({ from, to }: TimeRange, share: number): number =>
  Math.round(from + (to - from) * Math.min(1, Math.max(0, share)));

/** The bars that a stretch touches, whole: what is counted is what is chosen. Both ends are within. */
export const wholeBars = ({ from, to }: TimeRange, step: number): TimeRange => ({
  from: Math.floor(from / step) * step,
  to: Math.ceil((to + 1) / step) * step - 1,
});

/** Whether an end of a stretch lies where a bar begins or ends; one that was left open does. */
export const isWhole = ({ from, to }: Partial<TimeRange>, step: number): boolean =>
  (from === undefined || from % step === 0) && (to === undefined || (to + 1) % step === 0);

/**
 * The range after a key on one of its edges: an arrow moves it by a bar, with Shift by ten, Home and End to the chart's
 * ends. The edges never cross and stay in the chart. Undefined where the key means nothing here.
 */
export function moveEdge(
  key: string,
  shift: boolean,
  edge: "from" | "to",
  range: TimeRange,
  view: TimeRange & { readonly step: number },
): TimeRange | undefined {
  const by = view.step * (shift ? 10 : 1);
  const wanted: Readonly<Record<string, number>> = {
    ArrowLeft: range[edge] - by,
    ArrowDown: range[edge] - by,
    ArrowRight: range[edge] + by,
    ArrowUp: range[edge] + by,
    Home: view.from,
    End: view.to,
  };
  const to = wanted[key];
  if (to === undefined) return undefined;
  const low = edge === "from" ? view.from : range.from + view.step;
  const high = edge === "from" ? range.to - view.step : view.to;
  return { ...range, [edge]: Math.max(low, Math.min(high, to)) };
}
