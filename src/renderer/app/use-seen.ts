import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { nothingSeen, type Seen } from "../../core/seen.ts";
import type { ApiClient } from "../api/client.ts";
import { type Place, placeKey } from "../stores/stats-store.ts";
import { useConsole } from "./console-context.ts";
import { usePlace } from "./use-here.ts";
import { usePoll } from "./use-poll.ts";

/** How often it is asked for while something suggests from it, in ms. */
const every = 5000;

/** By place: many fields suggest from it, and one request serves all that are shown. */
const known = createStore<Readonly<Record<string, Seen>>>(() => ({}));
const asked = new Map<string, number>();

/** What the environment has really seen, for suggestions, soon with what has only just come; null until it is known. */
export function useSeen(): Seen | null {
  const { client } = useConsole();
  const place = usePlace();
  const key = placeKey(place);
  usePoll(() => askOnce(client, place), every, key);
  return useStore(known, (state) => state[key] ?? null);
}

async function askOnce(client: ApiClient, place: Place): Promise<void> {
  const key = placeKey(place);
  if (Date.now() - (asked.get(key) ?? 0) < every / 2) return;
  asked.set(key, Date.now());
  const params = { spaceId: place.spaceId, envKey: place.environment };
  const seen = await client.call("getSeen", { params }).catch(() => null);
  if (seen === null) asked.delete(key);
  const before = known.getState()[key];
  // The same object while it says the same: nothing is drawn anew for it.
  if (JSON.stringify(before) !== JSON.stringify(seen ?? before ?? nothingSeen))
    known.setState({ [key]: seen ?? nothingSeen });
}
