import type { z } from "zod";
import type { Event } from "../../../core/event.ts";
import { type Persona, type personaEvent, personaLimits } from "../../../core/persona.ts";
import { eventDays } from "../../../core/rule.ts";
import type { User, UserKind } from "../../../core/user.ts";
import type { ApiClient } from "../../api/client.ts";
import { type Place, paramsOf } from "../../api/place.ts";
import { counted, quotedIfBlank } from "../../text/format.ts";
import { platformNow } from "../../text/platform-clock.ts";
import { eventsOf, knownDevice } from "../user-port.ts";

/** Somebody made up: who they are, and what they did how long ago. */
export type MadeUp = Pick<Persona, "user" | "events">;
export type MadeUpUser = MadeUp["user"];
export type MadeUpEvent = MadeUp["events"][number];
type Ago = z.output<typeof personaEvent>["ago"];

export const nobodyYet: MadeUp = {
  user: { kind: "known", fields: {}, labels: [], sessions: 1 },
  events: [],
};

export const agoUnits = ["minutes", "hours", "days"] as const;
type AgoUnit = (typeof agoUnits)[number];

/** The number and unit of an `ago`. */
export function agoParts(ago: Ago): { readonly n: number; readonly unit: AgoUnit } {
  if ("minutes" in ago) return { n: ago.minutes, unit: "minutes" };
  return "hours" in ago ? { n: ago.hours, unit: "hours" } : { n: ago.days, unit: "days" };
}

export function agoOf(n: number, unit: AgoUnit): Ago {
  if (unit === "minutes") return { minutes: n };
  return unit === "hours" ? { hours: n } : { days: n };
}

const minute = 60_000;

/** A length in ms, in the largest unit that leaves it recognisable. */
export function agoOfMs(ms: number): Ago {
  const minutes = Math.max(0, Math.round(ms / minute));
  if (minutes < 120) return { minutes };
  return minutes < 48 * 60 ? { hours: Math.round(minutes / 60) } : { days: Math.round(minutes / 1440) };
}

const day = 86_400_000;
/** Whoever did more has their newest events read. */
const mostPages = 25;

interface Copied {
  readonly madeUp: MadeUp;
  /** What is to be said where not all that they did is in it. */
  readonly missing: string | null;
}

/** Somebody real as somebody made up: read anew, with what they did in the days in which events count. */
export async function copyPerson(
  client: ApiClient,
  place: Place,
  { id, kind }: { readonly id: string; readonly kind: UserKind | undefined },
): Promise<Copied> {
  const params = paramsOf(place);
  const user = await client.call("getUser", {
    params: { ...params, userId: id },
    query: kind === undefined ? {} : { kind },
  });
  const who = eventsOf(user);
  const now = platformNow().getTime();
  const from = new Date(now - eventDays * day).toISOString();
  const events: Event[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const query = { ...who, status: "accepted" as const, from, limit: 200, cursor };
    const answer = await client.call("listEvents", { params, query });
    events.push(...answer.data);
    cursor = answer.next ?? undefined;
    if (cursor === undefined) break;
  }
  const madeUp = madeUpOf(user, events, now);
  const kept = timesOf(madeUp.events);
  const isAll = cursor === undefined && kept === events.filter(counts).length;
  const missing = `Not all that ${quotedIfBlank(id)} did fits: the newest ${counted(kept, "event")} are in it`;
  return { madeUp, missing: isAll ? null : missing };
}

type Done = Pick<Event, "name" | "time" | "metadata" | "status">;

const counts = ({ status, name }: Done): boolean => status === "accepted" && !name.startsWith("system/");

const timesOf = (events: readonly MadeUpEvent[]): number => events.reduce((sum, { count }) => sum + count, 0);

/** Somebody real as somebody made up: their fields, labels, device and events (newest first), as of `now` in ms UTC. */
export function madeUpOf(user: User, events: readonly Done[], now: number): MadeUp {
  const { id, kind, fields, labels, sessions } = user;
  return {
    user: { kind, userId: id, fields, labels: [...labels], ...knownDevice(user), sessions },
    events: gathered(events, now).slice(0, personaLimits.events),
  };
}

/** Equal events of the same time ago are one with a count, or several where they are more than one may have. */
function gathered(events: readonly Done[], now: number): MadeUpEvent[] {
  const lines: MadeUpEvent[] = [];
  const places = new Map<string, number>();
  for (const { name, time, metadata } of events.filter(counts)) {
    const ago = agoOfMs(now - Date.parse(time));
    const key = JSON.stringify([name, ago, metadata]);
    const place = places.get(key) ?? lines.length;
    const count = (lines[place]?.count ?? 0) + 1;
    lines[place] = { name, ago, count, metadata: metadata ?? {} };
    if (count < personaLimits.count) places.set(key, place);
    else places.delete(key);
  }
  return lines;
}

/** Somebody made up in a few words: `known, plan gold, 3 events`. */
export function madeUpWords({ user, events }: MadeUp): string {
  const fields = Object.entries(user.fields).slice(0, 2);
  const total = timesOf(events);
  return [
    user.kind === "known" ? "a known user" : "a visitor",
    ...fields.map(([key, value]) => `${key} ${String(value)}`),
    ...user.labels.slice(0, 2).map((label) => `“${label}”`),
    ...(total === 0 ? [] : [counted(total, "event")]),
  ].join(", ");
}
