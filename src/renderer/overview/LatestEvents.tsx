import { useEffect } from "react";
import { Link } from "wouter";
import { type Event, metadataPairs } from "../../core/event.ts";
import { useConsole } from "../page/console-context.ts";
import { inPlace, useStats } from "../page/reads.ts";
import { usePath, usePlace } from "../page/use-here.ts";
import { useRoute } from "../page/use-route.ts";
import { EventName } from "../parts/EventName.tsx";
import { Pairs } from "../parts/Pairs.tsx";
import { Who } from "../people/Who.tsx";
import { count, rowTime } from "../text/format.ts";

const shown = 8;

/** The last few accepted events, so that the Overview shows that the environment lives. Absent while there is none. */
export function LatestEvents() {
  const events = useLatest();
  const to = usePath();
  if (events.length === 0) return null;
  return (
    <section aria-labelledby="latest-title">
      <div className="sec-bar inset">
        <h2 className="heading" id="latest-title">
          Latest events
        </h2>
        <span className="spacer" />
        <Link className="link small link-row" href={to("events")}>
          See all
        </Link>
      </div>
      <ol className="latest">
        {events.map((event) => (
          <li className="trow" key={event.sequence}>
            <span className="gutter">{count(event.sequence)}</span>
            <time className="mono muted truncate" dateTime={event.receivedAt}>
              {rowTime(event.receivedAt)}
            </time>
            <span className="truncate">
              <EventName name={event.name} />
            </span>
            <span>
              <Who event={event} />
            </span>
            <span className="truncate pairs mono">
              <Pairs of={metadataPairs(event.metadata)} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Read again whenever the figures tell of a newer event; meanwhile the rows that are shown stay. */
function useLatest(): readonly Event[] {
  const { queries } = useConsole();
  const newest = useStats().stats?.lastEvent?.receivedAt ?? null;
  const read = { ...inPlace(usePlace()), query: { limit: shown, status: "accepted" as const } };
  const { data } = useRoute("listEvents", newest === null ? null : read, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer event, not another read.
  useEffect(() => void queries.invalidateQueries({ queryKey: ["listEvents", read] }), [queries, newest]);
  return newest === null ? [] : (data?.data ?? []);
}
