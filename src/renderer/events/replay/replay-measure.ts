import type { z } from "zod";
import type { PlatformApi } from "../../../core/api.ts";
import type { Event, EventPage } from "../../../core/event.ts";
import type { ApiClient } from "../../api/client.ts";
import { type Place, paramsOf } from "../../api/place.ts";
import type { Recording } from "./recordings.ts";
import { type ReplayThing, sourceOf } from "./replay-plan.ts";

/** How much there is to play; null members are not known. */
export interface Measure {
  readonly events: number | null;
  /** From the first that came to the last, in ms. */
  readonly length: number | null;
}

export const unmeasured: Measure = { events: null, length: null };

/** The environment's newest event, or undefined where there is none. */
export async function newestEvent(client: ApiClient, place: Place): Promise<Event | undefined> {
  const params = paramsOf(place);
  return (await client.call("listEvents", { params, query: { limit: 1 } })).data[0];
}

/** Asks how much of the history a thing is. Counting takes long in a long history, so it can be called off. */
export async function measure(
  client: ApiClient,
  spaceId: string,
  thing: ReplayThing,
  signal?: AbortSignal,
): Promise<Measure> {
  if (thing.kind === "file") return thing.file;
  const { environment: envKey = "", ...filters } = sourceOf(thing);
  const page = (query: Pick<PageQuery, "status" | "order" | "limit">) =>
    client.call("listEvents", { params: { spaceId, envKey }, query: { ...filters, ...query }, signal });
  const [first, last] = await Promise.all([
    page({ status: "accepted", order: "asc", limit: 1 }),
    page({ status: "accepted", order: "desc", limit: 1 }),
  ]);
  const [from, to] = [first.data[0]?.receivedAt, last.data[0]?.receivedAt];
  if (from === undefined || to === undefined) return { events: first.next === null ? 0 : null, length: null };
  const events =
    thing.kind === "list"
      ? await countList(client, thing, signal)
      : accepted(thing.recording, await page({ status: "rejected", order: "desc", limit: mostRefused }));
  return { events, length: Date.parse(to) - Date.parse(from) };
}

type PageQuery = z.output<PlatformApi["listEvents"]["query"]>;

/** A page's worth: more refused events than that are not counted. */
const mostRefused = 200;

const accepted = ({ events }: Recording, refused: EventPage): number | null =>
  refused.next === null ? events - refused.data.length : null;

const always = { from: "1970-01-01T00:00:00Z", to: "9999-12-31T00:00:00Z" };

/** How many accepted events a list shows, all that are kept. */
async function countList(
  client: ApiClient,
  { place, filter }: Extract<ReplayThing, { kind: "list" }>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const params = paramsOf(place);
  const { from = always.from, to = always.to } = filter;
  const query = { ...filter, from, to, status: "accepted" as const, buckets: 1 };
  const { buckets } = await client.call("getEventRate", { params, query, signal });
  return buckets.reduce((sum, { accepted }) => sum + accepted, 0);
}
