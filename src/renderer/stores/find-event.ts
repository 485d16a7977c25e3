import type { Event } from "../../core/event.ts";
import type { ApiClient } from "../api/client.ts";
import type { Place } from "./stats-store.ts";

/** The event that an address names, by its sequence or its id; null where it is kept no more, or cannot be read. */
export async function findEvent(client: ApiClient, place: Place, named: string): Promise<Event | null> {
  const params = { spaceId: place.spaceId, envKey: place.environment };
  const one = async (query: { readonly sequence: number } | { readonly id: string }) =>
    (await client.call("listEvents", { params, query: { ...query, limit: 1 } })).data[0] ?? null;
  try {
    const found = /^[1-9]\d{0,11}$/.test(named) ? await one({ sequence: Number(named) }) : null;
    return found ?? (await one({ id: named }));
  } catch {
    return null;
  }
}
