import { TriangleAlert } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { Link } from "wouter";
import { useStore } from "zustand";
import { type Event, metadataPairs } from "../../core/event.ts";
import type { User } from "../../core/user.ts";
import { whenSeen } from "../live/event-stream.ts";
import { useConsole } from "../page/console-context.ts";
import { usePath, usePlace } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { EventName } from "../parts/EventName.tsx";
import { ProblemLine } from "../parts/Field.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Pairs } from "../parts/Pairs.tsx";
import { consoleLocale, isToday, preciseTime } from "../text/format.ts";
import { platformNow } from "../text/platform-clock.ts";
import { useHeldPlace } from "./held-rows.ts";
import { type TimelineSession, timelineDays, UserTimeline } from "./timeline.ts";

interface TimelineProps {
  readonly user: User;
  /** Told when events came. */
  readonly onNews: () => Promise<unknown>;
}

/** What somebody did, newest first, by day and session; new events come by themselves. */
export function Timeline({ user: { id, kind }, onNews }: TimelineProps) {
  const { client } = useConsole();
  const place = usePlace();
  const news = useRef(onNews);
  news.current = onNews;
  const timeline = useMemo(
    () => new UserTimeline({ client, place, user: { id, kind }, onNews: () => news.current() }),
    [client, place, id, kind],
  );
  useEffect(() => {
    const close = timeline.open();
    const stop = whenSeen((visible) => timeline.see(visible));
    return () => {
      stop();
      close();
    };
  }, [timeline]);
  const { phase, window, fresh, problem } = useStore(timeline.store);
  const list = useRef<HTMLDivElement>(null);
  useHeldPlace(list, timeline.store);
  if (phase === "loading") return <span className="skeleton user-wait" />;
  if (phase === "failed")
    return (
      <ProblemLine>
        {problem}{" "}
        <Button small onClick={() => void timeline.retry()}>
          Try again
        </Button>
      </ProblemLine>
    );
  if (window.rows.length === 0)
    return (
      <p className="direction" role="status">
        No events yet. What they do appears here at once.
      </p>
    );
  return (
    <div className="timeline" ref={list}>
      {timelineDays(window.rows).map(({ day, sessions }) => (
        <section key={day} aria-label={day}>
          <h3 className="label timeline-day">{dayWords(day)}</h3>
          {sessions.map((session) => (
            // By its first event: newer ones join it above.
            <Session key={session.events.at(-1)?.sequence} session={session} fresh={fresh} />
          ))}
        </section>
      ))}
      {window.older !== null && (
        <Button small onClick={() => void timeline.loadOlder()}>
          Show older events
        </Button>
      )}
      <ProblemLine>{problem}</ProblemLine>
    </div>
  );
}

function dayWords(day: string): string {
  const now = platformNow();
  if (isToday(day, now)) return "Today";
  if (isToday(day, new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1))) return "Yesterday";
  return new Intl.DateTimeFormat(consoleLocale, { weekday: "long", day: "numeric", month: "short" }).format(
    new Date(day),
  );
}

interface SessionProps {
  readonly session: TimelineSession;
  readonly fresh: ReadonlySet<number>;
}

function Session({ session: { sessionId, events }, fresh }: SessionProps) {
  const to = usePath();
  return (
    <div className="timeline-session">
      {sessionId !== undefined && (
        <Link
          className="timeline-session-id mono small muted truncate"
          href={`${to("events")}?${new URLSearchParams({ sessionId })}`}
          title={`Session ${sessionId} in Events`}
        >
          {sessionId}
        </Link>
      )}
      <ul>
        {events.map((event) => (
          <li
            key={event.sequence}
            data-sequence={event.sequence}
            className={fresh.has(event.sequence) ? "is-new" : ""}
          >
            <Line event={event} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Line({ event }: { readonly event: Event }) {
  const to = usePath();
  return (
    <Link className="timeline-event" href={`${to("events")}?${eventQuery(event)}`}>
      <time className="mono muted" dateTime={event.time}>
        {preciseTime(event.time)}
      </time>
      <EventName name={event.name} />
      {event.status === "rejected" ? (
        <span className="timeline-refused truncate">
          <Icon of={TriangleAlert} size={12} /> refused: {event.problem?.detail}
        </span>
      ) : (
        <span className="pairs small truncate">
          <Pairs of={metadataPairs(event.metadata)} />
        </span>
      )}
    </Link>
  );
}

/** The event opened, among those of the same person. */
function eventQuery({ sequence, userId, anonymousId }: Event): URLSearchParams {
  return new URLSearchParams({
    ...(userId !== undefined && { userId }),
    ...(anonymousId !== undefined && { anonymousId }),
    event: String(sequence),
  });
}
