import { ago, bothTodays, exactMoment, isAhead, moment } from "../text/format.ts";
import { realNow } from "../text/platform-clock.ts";

interface WhenProps {
  /** RFC 3339; null for what never happened. */
  readonly at: string | null;
  /** As it is written; to the minute where nothing is said. */
  readonly written?: (at: string, ...todays: readonly Date[]) => string;
  /** By the computer's clock, and not by the platform's, which may be moved. */
  readonly real?: boolean;
}

/** A moment, the same everywhere; to the second at rest of the pointer. One ahead of a clock that was set back says so. */
export function When({ at, written = moment, real = false }: WhenProps) {
  if (at === null) return <span className="direction">never</span>;
  const isWrong = !real && isAhead(at);
  return (
    <time className={isWrong ? "direction" : "num"} dateTime={at} title={exactMoment(at)}>
      {isWrong ? ago(at) : real ? written(at, ...bothTodays()) : written(at)}
    </time>
  );
}

/** Until when the key before this one works, while it does. */
export function KeyGrace({ until }: { readonly until: string | null }) {
  if (until === null || Date.parse(until) <= realNow()) return null;
  return (
    <p className="direction small">
      The old key works until <When at={until} real />.
    </p>
  );
}
