import { moment } from "../text/format.ts";

const two = (n: number): string => String(n).padStart(2, "0");
const dayLength = 86_400_000;

/** A row's time: to the millisecond if it is of the last day, else with its date to the minute. Cheap: live rows change all at once. */
export function rowTime(iso: string, now = Date.now()): string {
  const ms = Date.parse(iso);
  if (Math.abs(now - ms) > dayLength) return moment(iso);
  const at = new Date(ms);
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${String(at.getMilliseconds()).padStart(3, "0")}`;
}
