import type { Window } from "../../../core/rule.ts";
import { counted as countedWords } from "../../text/format.ts";
import { windowWords } from "../../why/window-words.ts";
import type { CountedWindow } from "../counted-events.ts";

interface WindowStripProps {
  readonly window: Window;
  readonly counted: CountedWindow;
  /** ms UTC. */
  readonly now: number;
}

const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const dayMs = 86_400_000;
/** How much there is to see before the window, of its own length. */
const lead = 0.28;

/** The window on a line of time up to now, with a bar for each event: filled where it counts. */
export function WindowStrip({
  window,
  counted: { events, after, until, counting, isAll },
  now,
}: WindowStripProps) {
  const start = Math.min(after - (now - after) * lead, now - 60_000);
  const at = (time: number) => `${(100 * (time - start)) / (now - start)}%`;
  const name = now - start > 2 * dayMs ? day : clock;
  const shown = events.filter(({ time }) => time >= start && time <= now);
  const least = isAll ? "" : "at least ";
  const label = `${least}${countedWords(counting, "event")} ${counting === 1 ? "counts" : "count"} ${windowWords(window)}`;
  return (
    <figure className="window" aria-label={label}>
      <div className="win-span" style={{ left: at(after), width: `calc(${at(until)} - ${at(after)})` }}>
        <span>{windowWords(window).replace(/^in the /, "")}</span>
      </div>
      {shown.map(({ event, time, place }) => (
        <i key={event.id} className={`tickmark ${place === null ? "" : "on"}`} style={{ left: at(time) }} />
      ))}
      <div className="win-axis" aria-hidden="true">
        <span>{name.format(start)}</span>
        <span style={{ left: at(after) }}>{name.format(after)}</span>
        <span className="now">now</span>
      </div>
    </figure>
  );
}
