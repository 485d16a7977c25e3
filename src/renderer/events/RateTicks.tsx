import { count, moment, timeWithSeconds } from "../text/format.ts";

interface RateTicksProps {
  /** ms UTC. */
  readonly from: number;
  readonly to: number;
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
            {count(highest)}
          </span>
          <span className="ylab" style={{ top: "calc((100% - 18px) / 2)" }}>
            {highest > 1 && count(Math.round(highest / 2))}
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
  return step >= 86_400_000 ? (moment(iso).split(",")[0] ?? "") : timeWithSeconds(iso).slice(0, 5);
}
