import type { Scans } from "./population-messages.ts";
import type { Scope } from "./scope.ts";
import { SeenEvents } from "./seen-events.ts";
import { SeenPeople } from "./seen-people.ts";

const nothing: Scans["seen"]["answer"] = {
  events: [],
  fields: [],
  labels: [],
  platforms: [],
  locales: [],
  timeZones: [],
  sdks: [],
};

/** See `Scans.seen`. */
export function seen(scope: Scope | null): Scans["seen"]["answer"] {
  return scope === null ? nothing : { ...new SeenEvents(scope).look(), ...new SeenPeople(scope).look() };
}
