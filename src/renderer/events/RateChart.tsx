import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { RateBucket } from "../stores/rate-buckets.ts";

interface RateChartProps {
  readonly buckets: readonly RateBucket[];
  /** ms UTC; `step` is a bar's width in ms. */
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly chosen: { readonly from: number; readonly to: number } | null;
}

/** The bars. Ticks, brush and words are the page's own, over and beside the canvas. */
export function RateChart(props: RateChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const made = new uPlot(options(element, latest), dataOf(latest.current), element);
    plot.current = made;
    const sized = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    sized.observe(element);
    const unthemed = onTheme(() => made.redraw());
    return () => {
      sized.disconnect();
      unthemed();
      made.destroy();
      plot.current = null;
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is drawn has changed.
  useEffect(
    () => plot.current?.setData(dataOf(latest.current)),
    [props.buckets, props.chosen?.from, props.chosen?.to],
  );
  return <div className="rate-canvas" ref={host} aria-hidden="true" />;
}

/** Rejected events stand on top of the accepted ones; what lies outside of the chosen time is paler. */
function dataOf({ buckets, step, chosen }: RateChartProps): uPlot.AlignedData {
  const inside = ({ at }: RateBucket) => chosen === null || (at + step > chosen.from && at < chosen.to);
  const total = ({ accepted, rejected }: RateBucket) => accepted + rejected;
  return [
    buckets.map(({ at }) => at / 1000),
    buckets.map((bucket) => (bucket.rejected > 0 ? total(bucket) : null)),
    buckets.map((bucket) => (inside(bucket) ? bucket.accepted : null)),
    buckets.map((bucket) => (inside(bucket) ? null : bucket.accepted)),
  ];
}

function options(element: HTMLElement, props: { readonly current: RateChartProps }): uPlot.Options {
  const bars = uPlot.paths.bars?.({ size: [0.8, 40], align: 1 });
  const series = (colour: string): uPlot.Series => ({
    ...(bars !== undefined && { paths: bars }),
    fill: () => resolved(element, colour),
    width: 0,
    points: { show: false },
  });
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    padding: [2, 0, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    axes: [{ show: false }, { show: false }],
    scales: {
      x: { range: () => [props.current.from / 1000, props.current.to / 1000] },
      y: { range: (_, __, max) => [0, Math.max(1, max)] },
    },
    series: [{}, series("--danger-mark"), series("--env-mark"), series("--env-line")],
  };
}

/** A token's colour as it is here and now: a canvas knows neither `var()` nor `light-dark()`. */
function resolved(element: HTMLElement, token: string): string {
  element.style.color = `var(${token})`;
  return getComputedStyle(element).color;
}

/** Calls back when light turns to dark, by the system's setting or by the console's. */
function onTheme(changed: () => void): () => void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const attribute = new MutationObserver(changed);
  attribute.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  dark.addEventListener("change", changed);
  return () => {
    attribute.disconnect();
    dark.removeEventListener("change", changed);
  };
}
