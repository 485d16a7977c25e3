import { count, shortDay, shortTime } from "../text/format.ts";
import type { TimeRange } from "./brush-range.ts";
import { type RateBucket, totals } from "./feed/event-rate.ts";

interface RateChartProps extends TimeRange {
  readonly buckets: readonly RateBucket[];
  /** A bar's width in ms. */
  readonly step: number;
  readonly chosen: TimeRange | null;
}

/** In units of the drawing, which fills its place; two are left free above the highest bar. */
const [width, height, free] = [10_000, 66, 2];
/** Of a bar's time; the rest keeps it apart from the next. */
const filled = 0.8;

/** The bars: rejected events stand on top of the accepted ones; what lies outside of the chosen time is paler. */
export function RateChart({ buckets, from, to, step, chosen }: RateChartProps) {
  const highest = roundTop(totals(buckets).highest);
  const isInside = ({ at }: RateBucket) => chosen === null || (at + step > chosen.from && at < chosen.to);
  const x = (ms: number) => Math.round((ms / (to - from)) * width);
  const bars = (all: readonly RateBucket[], events: (bucket: RateBucket) => number) =>
    all
      .filter((bucket) => events(bucket) > 0)
      .map((bucket) => {
        const top = height - (events(bucket) / highest) * (height - free);
        const wide = x(step * filled);
        return `M${x(bucket.at - from)} ${top.toFixed(1)}h${wide}V${height}h-${wide}z`;
      })
      .join("");
  return (
    <svg
      className="rate-bars"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path
        className="is-rejected"
        d={bars(buckets, ({ accepted, rejected }) => (rejected > 0 ? accepted + rejected : 0))}
      />
      <path d={bars(buckets.filter(isInside), ({ accepted }) => accepted)} />
      <path
        className="is-outside"
        d={bars(
          buckets.filter((bucket) => !isInside(bucket)),
          ({ accepted }) => accepted,
        )}
      />
    </svg>
  );
}

/** The top of the chart's scale: a number that halves well, not below what is drawn. */
function roundTop(highest: number): number {
  if (highest <= 2) return Math.max(1, highest);
  const power = 10 ** Math.floor(Math.log10(highest));
  const steps = [1, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power);
  return steps.find((step) => step >= highest && step % 2 === 0) ?? highest;
}

interface RateTicksProps extends TimeRange {
  readonly highest: number;
}

const steps = [1, 2, 5, 10, 15, 30, 60, 180, 360, 720, 1440, 2880, 7200, 14_400].map(
  (minutes) => minutes * 60_000,
);
const most = 6;

/** The chart's words: times under it, its height in the margin. For the eye; the figure has them as a sentence. */
export function RateTicks({ from, to, highest }: RateTicksProps) {
  const step = steps.find((one) => (to - from) / one <= most) ?? to - from;
  const first = Math.ceil((from + (to - from) * 0.02) / step) * step;
  const ticks = Array.from({ length: most + 1 }, (_, index) => first + index * step).filter(
    (at) => at < to - (to - from) * 0.02,
  );
  return (
    <div aria-hidden="true">
      {highest > 0 && (
        <>
          <span className="ylab" style={{ top: 2 }}>
            {count(roundTop(highest))}
          </span>
          <span className="ylab" style={{ top: "calc((100% - 18px) / 2)" }}>
            {highest > 1 && count(roundTop(highest) / 2)}
          </span>
        </>
      )}
      {ticks.map((at) => (
        <span key={at} className="tick" style={{ left: `${((at - from) / (to - from)) * 100}%` }}>
          {tickWords(at, step)}
        </span>
      ))}
    </div>
  );
}

/** Hours and minutes; days where the ticks are days apart. */
function tickWords(at: number, step: number): string {
  const iso = new Date(at).toISOString();
  return step >= 86_400_000 ? shortDay(iso) : shortTime(iso);
}
