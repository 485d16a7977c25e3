import { type Event, metadataPairs } from "../../core/event.ts";
import type { EventRule, MetadataFilter } from "../../core/rule.ts";
import { eventMatcher, type Pairs } from "../../core/targeting/event-matcher.ts";
import { windowEnds } from "../../core/targeting/window.ts";

/** What of an event decides whether it counts, apart from its name. */
export type OwnEvent = Pick<Event, "id" | "time" | "metadata">;

/** One event of the person tried, and whether the condition counts it. */
export interface TriedEvent {
  readonly event: OwnEvent;
  readonly time: number;
  /** Its place among those that count, the oldest first; null where it does not count. */
  readonly place: number | null;
  /** Why it does not count, in words. */
  readonly reason: string | null;
}

export interface CountedWindow {
  /** Events newest first. */
  readonly events: readonly TriedEvent[];
  readonly after: number;
  readonly until: number;
  /** How many of them count. */
  readonly counting: number;
  /** False where there may be older ones that count, which are not among these. */
  readonly isAll: boolean;
}

/** Which of a person's events (of the rule's name) a condition counts at a time, and why not the others. ms UTC. `most`: as many were asked for. */
export function countedEvents(
  rule: EventRule,
  events: readonly OwnEvent[],
  now: number,
  most = Number.POSITIVE_INFINITY,
): CountedWindow {
  const { after, until } = windowEnds(rule.window, now);
  const reasons = events.map((event) => {
    const time = Date.parse(event.time);
    return { event, time, reason: filterReason(rule.where, event) ?? timeReason(time, after, until, now) };
  });
  const newestFirst = reasons.sort((a, b) => b.time - a.time);
  const counting = newestFirst.filter(({ reason }) => reason === null).length;
  let left = counting;
  const placed = newestFirst.map((one) => {
    const place = one.reason === null ? left : null;
    if (place !== null) left -= 1;
    return { ...one, place };
  });
  const isAll = events.length < most || (newestFirst.at(-1)?.time ?? 0) <= after;
  return { events: placed, after, until, counting, isAll };
}

/** The first filter that it fails: "genre is comedy". */
function filterReason(where: readonly MetadataFilter[], event: OwnEvent): string | null {
  const pairs: Pairs = metadataPairs(event.metadata).map(({ key, value }) => [key, value] as const);
  const failed = where.find((filter) => !eventMatcher([filter])(pairs));
  if (failed === undefined) return null;
  const values = pairs.filter(([key]) => key === failed.key).map(([, value]) => value);
  return values.length === 0 ? `no ${failed.key}` : `${failed.key} is ${values.join(" and ")}`;
}

function timeReason(time: number, after: number, until: number, now: number): string | null {
  if (time > now) return "still to come";
  if (time <= after) return `${span(after - time)} too early`;
  return time > until ? `${span(time - until)} too late` : null;
}

/** A span in its largest unit: "19 h", "4 days". */
export function span(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return `${Math.round(hours / 24)} days`;
}
