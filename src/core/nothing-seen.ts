import type { Seen } from "./seen.ts";

/** What an environment has seen that has seen nothing. */
export const nothingSeen: Seen = {
  events: [],
  fields: [],
  labels: [],
  platforms: [],
  locales: [],
  timeZones: [],
  sdks: [],
};
