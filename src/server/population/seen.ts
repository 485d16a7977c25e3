import { nothingSeen } from "../../core/seen.ts";
import type { Scans } from "./population-messages.ts";
import type { Scope } from "./scope.ts";
import { SeenEvents } from "./seen-events.ts";
import { SeenPeople } from "./seen-people.ts";

/** See `Scans.seen`. */
export function seen(scope: Scope | null): Scans["seen"]["answer"] {
  return scope === null ? nothingSeen : { ...new SeenEvents(scope).look(), ...new SeenPeople(scope).look() };
}
