import type { Clock } from "../../core/settings.ts";

let clock: Pick<Clock, "mode" | "at" | "seconds"> = { mode: "system", at: "" };

/** From now on the platform's time is by this. */
export function followClock(next: Clock): void {
  clock = next;
}

/** By how much the server's clock is ahead of this computer's, in ms. */
let ahead = 0;
/** Less than this an answer may be late, so that neither clock is wrong. */
const little = 10_000;

/** Goes by the server's real time from now on, as an answer's `Date` has it, where this computer's is wrong. */
export function followServer(date: string | null): void {
  const off = Date.parse(date ?? "") - Date.now();
  if (Math.abs(off - ahead) >= little) ahead = Math.abs(off) < little ? 0 : off;
}

/** The real time at the server, in ms UTC. */
export const realNow = (): number => Date.now() + ahead;

/** Whether the platform's time stands still. */
export const clockStands = (): boolean => clock.mode === "frozen";

/** The platform's time, which it gives to what it stores: the real one, unless its clock is moved. */
export function platformNow(): Date {
  return clockStands() ? new Date(clock.at) : new Date(realNow() + (clock.seconds ?? 0) * 1000);
}
