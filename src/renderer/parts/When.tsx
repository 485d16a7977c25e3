import { ago, exactMoment, isAhead, moment } from "../text/format.ts";

interface WhenProps {
  /** RFC 3339; null for what never happened. */
  readonly at: string | null;
  /** As it is written; to the minute where nothing is said. */
  readonly written?: (at: string) => string;
}

/** A moment in a list, the same in all of them; to the second at rest of the pointer. One ahead of a clock that was set back says so. */
export const When = ({ at, written = moment }: WhenProps) =>
  at === null ? (
    <span className="direction">never</span>
  ) : (
    <time className={isAhead(at) ? "direction" : "num"} dateTime={at} title={exactMoment(at)}>
      {isAhead(at) ? ago(at) : written(at)}
    </time>
  );
