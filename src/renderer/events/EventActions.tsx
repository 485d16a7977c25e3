import { Link } from "wouter";
import { type Event, metadataPairs } from "../../core/event.ts";
import { type Here, useHere } from "../app/use-here.ts";
import type { FilterPart } from "../stores/event-filter-part.ts";

interface EventActionsProps {
  readonly event: Event;
  readonly onAdd: (part: FilterPart) => void;
}

/** Where to go from an event: those like it, its user, a Tribe of those who did it. */
export function EventActions({ event, onAdd }: EventActionsProps) {
  const here = useHere();
  const person = event.userId ?? event.anonymousId;
  const { sessionId } = event;
  return (
    <section className="event-actions" aria-label="From here">
      {person !== undefined && (
        <button
          type="button"
          className="btn btn-sm"
          onClick={() =>
            onAdd({ field: event.userId === undefined ? "anonymousId" : "userId", value: person })
          }
        >
          Same {event.userId === undefined ? "visitor" : "user"}
        </button>
      )}
      {sessionId !== undefined && (
        <button
          type="button"
          className="btn btn-sm"
          onClick={() => onAdd({ field: "sessionId", value: sessionId })}
        >
          Same session
        </button>
      )}
      {event.name.includes("/") && (
        <button
          type="button"
          className="btn btn-sm"
          onClick={() => onAdd({ field: "name", value: event.name })}
        >
          Same name
        </button>
      )}
      {person !== undefined && (
        <Link className="btn btn-sm" href={`${placePath(here)}/users/${encodeURIComponent(person)}`}>
          Open {event.userId === undefined ? "visitor" : "user"}
        </Link>
      )}
      {event.status === "accepted" && here.role !== "viewer" && (
        <Link className="btn btn-sm" href={tribeAddress(here, event)}>
          Build a Tribe from this event
        </Link>
      )}
      {here.role === "viewer" && (
        <p className="direction small">You are a viewer here; an editor can build a Tribe from it.</p>
      )}
    </section>
  );
}

const placePath = ({ space, environment }: Here): string =>
  `/spaces/${encodeURIComponent(space.key)}/${environment}`;

/** The new Tribe's page, with a rule that this event fulfils. */
function tribeAddress(here: Here, event: Event): string {
  const query = new URLSearchParams({ event: event.name });
  for (const { key, value } of metadataPairs(event.metadata)) query.append("where", `${key}:${value}`);
  return `${placePath(here)}/tribes/new?${query}`;
}
