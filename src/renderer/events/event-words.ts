import type { Event } from "../../core/event.ts";
import type { EventProblemCode } from "../../core/problem.ts";
import { count, counted, momentToSecond } from "../text/format.ts";
import type { EventFilter } from "./event-filter.ts";
import type { RateState } from "./feed/event-rate.ts";
import { totals } from "./feed/event-rate.ts";

/** The SDK with its version, or the way in where the sender did not say. */
export const sdkWords = (event: Event): string =>
  event.sdk === undefined ? event.source : `${event.sdk.name} ${event.sdk.version}`.trim();

const reasons: Readonly<Record<EventProblemCode, string>> = {
  "invalid-name": "the name is not group/action",
  "reserved-group": "the group “system” is reserved for the SDK",
  "invalid-metadata": "the metadata is not pairs of key and value",
  "too-many-pairs": "it has more than three metadata pairs",
  "no-user": "it names neither a user nor a visitor",
  "too-large": "it is larger than 32 KiB",
  "invalid-time": "its time is not one that could be",
  "invalid-event": "it is not an event",
  "fields-locked": "it would write the fields of a known user, which this Space locks",
};

/** Why an event was refused, as a sentence without its full stop. */
export function refusal(event: Event): string {
  if (event.problem === undefined) return "Refused";
  return `Refused: ${reasons[event.problem.code] ?? event.problem.detail}`;
}

/** What to change so that it is accepted. */
export const remedies: Readonly<Record<EventProblemCode, string>> = {
  "invalid-name": "Name it group/action: each part 1 to 64 letters, digits, dots, underscores or hyphens.",
  "reserved-group": "Use a group of your own.",
  "invalid-metadata": "Send pair1, pair2 and pair3 only, each a key and a value of text.",
  "too-many-pairs": "Keep the three pairs that you will target by.",
  "no-user": "Send a userId, an anonymousId, or the sessionId of a session that has one.",
  "too-large": "Send less with it.",
  "invalid-time": "Send an RFC 3339 time in UTC, such as 2026-11-20T14:32:06Z.",
  "invalid-event": "Send an object with at least a name and a time.",
  "fields-locked":
    "Leave the traits out, and write the fields with the Platform API; or unlock them in Settings.",
};

/** "14:25:20 to 14:29:57", "since 14:25:20", "until 14:29:57". */
export function timeRangeWords({ from, to }: Pick<EventFilter, "from" | "to">): string {
  if (from === undefined) return to === undefined ? "" : `until ${momentToSecond(to)}`;
  return to === undefined
    ? `since ${momentToSecond(from)}`
    : `${momentToSecond(from)} to ${momentToSecond(to)}`;
}

/** A bar's width: "10 s", "5 min", "2 h", "1 day". */
export function stepWords(ms: number): string {
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  return ms < 86_400_000 ? `${Math.round(ms / 3_600_000)} h` : counted(Math.round(ms / 86_400_000), "day");
}

/** The chart as a sentence. */
export function rateWords({ from, to, step, buckets }: RateState): string {
  if (buckets.length === 0) return "Counting events";
  const { accepted, rejected, highest } = totals(buckets);
  const times = timeRangeWords({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
  return `Events from ${times}: ${count(accepted)} accepted, ${count(rejected)} rejected, at most ${count(highest)} in ${stepWords(step)}.`;
}
