import { useEffect } from "react";
import { metadataPairs } from "../../../core/event.ts";
import type { Persona } from "../../../core/persona.ts";
import { personaBody, personaTime } from "../../../core/personas/persona-body.ts";
import type { EventRule, Window } from "../../../core/rule.ts";
import { unreadWords } from "../../api/api-problem.ts";
import { useConsole } from "../../page/console-context.ts";
import { inPlace } from "../../page/reads.ts";
import { usePlace } from "../../page/use-here.ts";
import { useList, useUnread } from "../../page/use-list.ts";
import { useRoute } from "../../page/use-route.ts";
import { When } from "../../parts/When.tsx";
import { windowWords } from "../../rules/leaf-sentence.ts";
import { counted as countedWords, shortDay, shortTime } from "../../text/format.ts";
import { type CountedWindow, countedEvents, type OwnEvent, type TriedEvent } from "../counted-events.ts";
import type { Tried } from "../tried-person.ts";
import { findPersona } from "../use-trials.ts";

interface EventsSectionProps {
  /** The current event condition and its number; null where the current line is about no event. */
  readonly condition: { readonly rule: EventRule; readonly numeral: string } | null;
  readonly tried: Tried | null;
  /** ms UTC. */
  readonly now: number;
}

const listed = 8;

/** Which events of the person tried the current condition counts, and why not the others. */
export function EventsSection({ condition, tried, now }: EventsSectionProps) {
  const events = usePersonEvents(tried, condition?.rule.event ?? null, now);
  if (condition === null) return null;
  return (
    <section aria-label="Events that would count">
      <div className="sec-head">
        <h2 className="heading">Events that would count</h2>
        <span className="spacer" />
        <span className="muted small truncate">
          {condition.numeral}
          {tried !== null && `, ${tried.id}`}
        </span>
      </div>
      {tried === null ? (
        <p className="direction small">Choose somebody under “Tried as” to see theirs.</p>
      ) : events.problem !== null ? (
        <p className="direction small">{events.problem}</p>
      ) : events.all === null ? (
        <span className="skeleton" />
      ) : (
        <Counted
          rule={condition.rule}
          counted={countedEvents(condition.rule, events.all, now, mostEvents)}
          now={now}
        />
      )}
    </section>
  );
}

interface CountedProps {
  readonly rule: EventRule;
  readonly counted: CountedWindow;
  readonly now: number;
}

function Counted({ rule, counted, now }: CountedProps) {
  const { events, isAll } = counted;
  if (events.length === 0)
    return <p className="direction small">None of their kept events is {rule.event}.</p>;
  return (
    <>
      <WindowStrip window={rule.window} counted={counted} now={now} />
      <ul className="evlist">
        {events.slice(0, listed).map((one) => (
          <CountedLine key={one.event.id} one={one} isNumbered={isAll} />
        ))}
      </ul>
      {events.length > listed && (
        <p className="direction small">
          {isAll
            ? `and ${events.length - listed} more`
            : `Their newest ${events.length} were looked at; older ones may count too.`}
        </p>
      )}
    </>
  );
}

interface CountedLineProps {
  readonly one: TriedEvent;
  /** Whether its place among those that count is known. */
  readonly isNumbered: boolean;
}

function CountedLine({ one: { event, place, reason }, isNumbered }: CountedLineProps) {
  const values = metadataPairs(event.metadata).map(({ value }) => value);
  return (
    <li className={place === null ? "" : "is-counted"}>
      <span className="cnt">
        {place !== null && <span className="sr">{isNumbered ? "counts as number " : "counts"}</span>}
        {isNumbered ? place : place !== null && <span aria-hidden="true">✓</span>}
      </span>
      <span className="mono">
        <When at={event.time} />
      </span>
      <span className="truncate" title={values.join(", ")}>
        {values.join(", ")}
      </span>
      {reason !== null && <span className="direction truncate">{reason}</span>}
    </li>
  );
}

interface WindowStripProps {
  readonly window: Window;
  readonly counted: CountedWindow;
  /** ms UTC. */
  readonly now: number;
}

const dayMs = 86_400_000;
/** How much there is to see before the window, of its own length. */
const lead = 0.28;

/** The window on a line of time up to now, with a bar for each event: filled where it counts. */
function WindowStrip({ window, counted: { events, after, until, counting, isAll }, now }: WindowStripProps) {
  const start = Math.min(after - (now - after) * lead, now - 60_000);
  const at = (time: number) => `${(100 * (time - start)) / (now - start)}%`;
  const name = now - start > 2 * dayMs ? shortDay : shortTime;
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
        <span>{name(start)}</span>
        <span style={{ left: at(after) }}>{name(after)}</span>
        <span className="now">now</span>
      </div>
    </figure>
  );
}

/** Most of somebody's events that are looked at: one page of history. */
const mostEvents = 200;

/** What the person tried did. */
interface PersonEvents {
  /** Newest first; null until they are known. */
  readonly all: readonly OwnEvent[] | null;
  /** Why they are not known, as a sentence; null where they are, or are on their way. */
  readonly problem: string | null;
}

/** The events of one name that the person tried did. Read again with each `now`. */
function usePersonEvents(tried: Tried | null, name: string | null, now: number): PersonEvents {
  const place = usePlace();
  const { personas: list } = useConsole();
  const personas = useList(list);
  const unread = useUnread("The personas", list);
  const asked = tried !== null && tried.kind !== "persona" && name !== null;
  const who = tried?.kind === "known" ? { userId: tried.id } : { anonymousId: tried?.id };
  const { data, error, refetch } = useRoute(
    "listEvents",
    asked ? { ...inPlace(place), query: { ...who, name, status: "accepted", limit: mostEvents } } : null,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later time says that there may be more.
  useEffect(() => {
    if (asked) void refetch({ cancelRefetch: false });
  }, [refetch, asked, now]);
  if (tried?.kind === "persona") {
    const persona = findPersona(personas, tried.id);
    if (persona !== null) return { all: personaEvents(persona, name, now), problem: null };
    return { all: null, problem: personas === null ? unread : "There is nobody with that id." };
  }
  if (data !== undefined) return { all: data.data, problem: null };
  return { all: null, problem: error && unreadWords("Their events", error) };
}

function personaEvents(persona: Persona, name: string | null, now: number): readonly OwnEvent[] {
  const { events } = personaBody(persona, personaTime(persona, now));
  return events
    .filter((one) => one.name === name)
    .map(({ time, metadata }, index) => ({ id: String(index), time, metadata }));
}
