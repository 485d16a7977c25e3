import { ListFilter } from "lucide-react";
import { type Event, metadataPairs } from "../../core/event.ts";
import { sdkAdvice } from "../../core/sdk-versions.ts";
import { IconButton } from "../parts/Button.tsx";
import { count, preciseMoment, quotedIfBlank } from "../text/format.ts";
import type { FilterPart, PartField } from "./event-filter-part.ts";

interface EventFactsProps {
  readonly event: Event;
  readonly onAdd: (part: FilterPart) => void;
}

/** What is known of an event, line by line; each that can be filtered by says so. */
export function EventFacts({ event, onAdd }: EventFactsProps) {
  const pairs = metadataPairs(event.metadata);
  const by = (field: PartField, value: string | undefined) =>
    value === undefined ? {} : { onFilter: () => onAdd({ field, value }) };
  const advice = event.sdk === undefined ? null : sdkAdvice(event.sdk);
  return (
    <section>
      <div className="sec-head">
        <h3 className="heading">Event</h3>
      </div>
      <dl className="kv">
        <Fact name="sequence">{String(event.sequence)}</Fact>
        <Fact name="id">{event.id === "" ? undefined : event.id}</Fact>
        <Fact name="name" {...(event.name.includes("/") ? by("name", event.name) : {})}>
          {event.name}
        </Fact>
        <Fact name="time" after={delayWords(Date.parse(event.receivedAt) - Date.parse(event.time))}>
          {preciseMoment(event.time)}
        </Fact>
        <Fact name="userId" {...by("userId", event.userId)}>
          {event.userId}
        </Fact>
        <Fact name="anonymousId" {...by("anonymousId", event.anonymousId)}>
          {event.anonymousId}
        </Fact>
        <Fact name="sessionId" {...by("sessionId", event.sessionId)}>
          {event.sessionId}
        </Fact>
        <Fact name="experienceId" {...by("experience", event.experienceId)}>
          {event.experienceId}
        </Fact>
        <Fact name="metadata" plain>
          {pairs.length === 0 ? "none" : pairs.length === 1 ? "1 pair" : `${pairs.length} pairs`}
        </Fact>
        {pairs.map(({ key, value }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pairs have fixed places, and their keys may repeat.
          <Fact key={place} name={key} nested {...(key.includes(":") ? {} : by("where", `${key}:${value}`))}>
            {value}
          </Fact>
        ))}
        <Fact name="source" {...by("source", event.source)}>
          {event.source}
        </Fact>
        <Fact name="sdk" {...(advice !== null && { after: advice.inShort })} {...by("sdk", event.sdk?.name)}>
          {event.sdk && `${event.sdk.name} ${event.sdk.version}`}
        </Fact>
      </dl>
    </section>
  );
}

/** How long an event was under way. */
function delayWords(ms: number): string | undefined {
  if (ms < 1) return undefined;
  return ms < 1000 ? `+${ms} ms` : `+${count(Math.round(ms / 1000))} s`;
}

interface FactProps {
  readonly name: string;
  /** Undefined: the event does not have it, and the line is left out. */
  readonly children: string | undefined;
  readonly after?: string | undefined;
  /** Belongs to the line above. */
  readonly nested?: boolean;
  /** Words about the event, not its data. */
  readonly plain?: boolean;
  /** Narrows the list to events with this. */
  readonly onFilter?: () => void;
}

/** One line of an event's facts. */
function Fact({ name, children, after, nested = false, plain = false, onFilter }: FactProps) {
  if (children === undefined) return null;
  return (
    <div className={nested ? "is-nested" : ""}>
      <dt className="truncate" title={name}>
        {name}
      </dt>
      <dd className="fact">
        <span className="truncate" title={children}>
          <span className={plain ? "muted" : "mono"}>
            {children === "" ? "empty" : quotedIfBlank(children)}
          </span>
          {after !== undefined && <span className="muted"> {after}</span>}
        </span>
        {onFilter !== undefined && (
          <IconButton
            icon={ListFilter}
            label={`Filter by ${name} ${children}`}
            className="fact-filter"
            title="List events with this"
            onClick={onFilter}
          />
        )}
      </dd>
    </div>
  );
}
