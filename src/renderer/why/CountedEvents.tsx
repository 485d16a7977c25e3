import type { Why } from "../../core/explanation.ts";
import { count, moment } from "../text/format.ts";

const shown = 5;

/** The events that a condition counted, newest first. */
export function CountedEvents({ why: { events = [], count: found = 0 } }: { readonly why: Why }) {
  const more = found - Math.min(shown, events.length);
  return (
    <ol className="why-events" aria-label="Events counted">
      {events.slice(0, shown).map(({ id, name, time }) => (
        <li key={id}>
          <time dateTime={time} title={time}>
            {moment(time)}
          </time>
          <span className="mono">{name}</span>
        </li>
      ))}
      {more > 0 && <li className="direction">and {count(more)} older</li>}
    </ol>
  );
}
