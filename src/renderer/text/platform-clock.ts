import type { Clock } from "../../core/settings.ts";

let clock: Pick<Clock, "mode" | "at" | "seconds"> = { mode: "system", at: "" };

/** From now on the platform's time is by this. */
export function followClock(next: Clock): void {
  clock = next;
}

/** The platform's time, which it gives to what it stores: this computer's, unless its clock is moved. */
export function platformNow(): Date {
  return clock.mode === "frozen" ? new Date(clock.at) : new Date(Date.now() + (clock.seconds ?? 0) * 1000);
}
