import type { Length, Window } from "../../core/rule.ts";
import { parseTime } from "../../core/targeting/time.ts";

const day = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const dayAndTime = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
});
const wholeDay = 86_400_000;

/** A date or a time of a rule: 1 Nov 2026, with the time where it is not midnight. UTC, as rules are read; as written where it is no time. */
export function timeWords(text: string): string {
  const ms = parseTime(text);
  if (ms === null) return text;
  return ms % wholeDay === 0 ? day.format(ms) : `${dayAndTime.format(ms)} UTC`;
}

/** A length: "7 days", "1 hour". */
export function lengthWords(length: Length): string {
  const [amount, unit] =
    "minutes" in length
      ? [length.minutes, "minute"]
      : "hours" in length
        ? [length.hours, "hour"]
        : [length.days, "day"];
  return amount === 1 ? `1 ${unit}` : `${amount} ${unit}s`;
}

/** A window as a sentence has it: "in the last 7 days". */
export function windowWords(window: Window): string {
  if ("last" in window) return `in the last ${lengthWords(window.last)}`;
  if ("moreThanAgo" in window) return `more than ${lengthWords(window.moreThanAgo)} ago`;
  if ("on" in window) return `on ${timeWords(window.on)}`;
  if ("before" in window) return `before ${timeWords(window.before)}`;
  if ("after" in window) return `after ${timeWords(window.after)}`;
  return "at any time";
}
