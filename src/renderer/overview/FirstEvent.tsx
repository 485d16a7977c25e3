import { Check } from "lucide-react";
import { useRef } from "react";
import { Link } from "wouter";
import { pagePath } from "../page/pages.ts";
import { useStats } from "../page/reads.ts";
import { useHere } from "../page/use-here.ts";
import { EventName } from "../parts/EventName.tsx";
import { Icon } from "../parts/Icon.tsx";
import { ago } from "../text/format.ts";

/** Waits for the environment's first event and turns green by itself when it comes. */
export function FirstEvent({ number }: { readonly number: number }) {
  const { stats, problem } = useStats();
  const { space, environment } = useHere();
  const waited = useRef(false);
  // Above it is said why.
  if (stats === null && problem !== null) return null;
  if (stats === null) return <li className="step" aria-busy="true" />;
  const last = stats.lastEvent;
  if (last === null) {
    waited.current = true;
    return (
      <li className="step is-next">
        <span className="gutter">{number}</span>
        <span className="dot live" />
        <h3 className="heading">Waiting for your first event</h3>
        <span className="direction truncate">this line turns green by itself</span>
      </li>
    );
  }
  return (
    <li className={`step ${waited.current ? "is-cue" : "is-done"}`}>
      <span className="gutter">
        <Icon of={Check} size={14} />
      </span>
      <h3 className="heading">
        {waited.current ? <span role="status">Your first event is in</span> : "Events arrive"}
      </h3>
      <EventName name={last.name} />
      <span className="text-2 truncate">
        by {last.who}, {ago(last.receivedAt)}
      </span>
      <span className="spacer" />
      <Link className="btn btn-sm" href={pagePath({ spaceKey: space.key, environment }, "events")}>
        Open Events
      </Link>
    </li>
  );
}
