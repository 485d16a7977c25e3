import { environmentNames } from "../../../core/primitives.ts";
import type { Replay } from "../../../core/replay.ts";
import { count, counted } from "../../text/format.ts";
import { tooLong } from "../../text/too-long.ts";
import { isFiltered } from "../event-filter.ts";
import type { Measure } from "./replay-measure.ts";
import type { ReplayPlan, ReplayThing } from "./replay-plan.ts";
import { isRunning, type ReplayWatchState } from "./replay-watch.ts";

/** A stretch of time in its two largest units: "42 s", "2 min 14 s", "1 h 3 min". */
export function stretch(ms: number): string {
  const s = Math.round(ms / 1000);
  if (s < 1) return "less than a second";
  if (s < 60) return `${s} s`;
  if (s < 3600) return two(Math.floor(s / 60), "min", s % 60, "s");
  return two(Math.floor(s / 3600), "h", Math.floor((s % 3600) / 60), "min");
}

const two = (large: number, unit: string, small: number, smaller: string): string =>
  small === 0 ? `${count(large)} ${unit}` : `${count(large)} ${unit} ${small} ${smaller}`;

/** Time that runs, as a clock has it: "0:42", "12:03", "1:02:09". */
export function running(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes, seconds] = [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60];
  const padded = (n: number) => String(n).padStart(2, "0");
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(seconds)}` : `${minutes}:${padded(seconds)}`;
}

const speedWords = (speed: Replay["speed"]): string => (speed === "max" ? "at once" : `${speed}×`);

/** How fast it is played and how long that takes, where it is known how long the recording is. */
export function paceWords(length: number | null, speed: Replay["speed"]): string {
  if (speed === "max") return "One after the other, as fast as they are taken.";
  const pace = speed === 1 ? "As fast as they came" : `${speed} times as fast as they came`;
  return length === null ? `${pace}.` : `${pace}. It takes ${stretch(length / speed)}.`;
}

/** A running replay, in one line. `now` in ms. */
export function progressWords(replay: Replay, now: number): string {
  const { played, total, speed, endsAt, detail } = replay;
  const parts = [`${count(played)} of ${counted(total, "event")}`, speedWords(speed)];
  const left = Date.parse(endsAt) - now;
  if (detail === undefined && speed !== "max" && left > 0) parts.push(`${stretch(left)} left`);
  return parts.join(", ");
}

/** How a replay ended; null while it runs. */
export function endWords(state: ReplayWatchState): string | null {
  const { replay, forgotten } = state;
  if (replay === null || isRunning(state)) return null;
  const { played, total, skipped, detail = "" } = replay;
  const sofar = `${count(played)} of ${counted(total, "event")}`;
  if (forgotten) return `The server stopped, and the replay with it, after about ${sofar}.`;
  if (replay.state === "stopped") return `Stopped after ${sofar}.`;
  if (replay.state === "failed") return `The replay ended after ${sofar}. ${detail}`.trim();
  const left = skipped === 0 ? "" : ` ${counted(skipped, "refused one was", "refused ones were")} left out.`;
  return `Replayed ${counted(played, "event")}.${left}`;
}

/** What is read aloud of a replay: its start and its end, nothing between. */
export function saidWords(state: ReplayWatchState): string {
  const { replay } = state;
  if (replay === null) return "";
  return endWords(state) ?? `Replaying ${counted(replay.total, "event")}.`;
}

/** What the list shows, as something to play. */
export function listWords({ place, filter }: Extract<ReplayThing, { kind: "list" }>): string {
  const { status: _, ...rest } = filter;
  const where = environmentNames[place.environment];
  return isFiltered(rest)
    ? `The kept events of ${where} that match the filter`
    : `Every kept event of ${where}`;
}

/** What the command does that records, or ends it. */
export const recordTitle = (recording: boolean): string => (recording ? "Stop recording" : "Record events");

export const longestPrefix = 40;
export const needsPrefix = "Other people need a prefix, such as replay-.";

/** What has to be chosen before a replay can start; null where it can. */
export function missingWords(
  plan: ReplayPlan,
  thing: ReplayThing | null,
  { events }: Measure,
): string | null {
  if (thing === null)
    return plan.kind === "file"
      ? "Choose a file first."
      : "Record something first, or play what the list shows.";
  if (thing.kind === "list" && thing.filter.status === "rejected")
    return "The list shows refused events, which are not played.";
  if (events === 0) return "There is nothing to replay: no accepted event is in it.";
  if (plan.people !== "others") return null;
  return plan.prefix.trim() === "" ? needsPrefix : tooLong(plan.prefix, longestPrefix);
}
