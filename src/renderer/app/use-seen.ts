import { useEffect, useState } from "react";
import type { Seen } from "../../core/seen.ts";
import type { ApiClient } from "../api/client.ts";
import { type Place, placeKey } from "../stores/stats-store.ts";
import { useConsole } from "./console-context.ts";
import { usePlace } from "./use-here.ts";

/** How long an answer is good for suggestions, in ms. */
const freshFor = 30_000;

interface Asked {
  readonly at: number;
  readonly answer: Promise<Seen>;
}

/** Where it cannot be known there is nothing to suggest; typing works without. */
const nothing: Seen = {
  events: [],
  fields: [],
  labels: [],
  platforms: [],
  locales: [],
  timeZones: [],
  sdks: [],
};

const known = new Map<string, Seen>();
const asked = new Map<string, Asked>();

/** What the environment has really seen, for suggestions; null until it is known, which nothing waits for. */
export function useSeen(): Seen | null {
  const { client } = useConsole();
  const place = usePlace();
  const key = placeKey(place);
  const [seen, setSeen] = useState<Seen | null>(known.get(key) ?? null);
  useEffect(() => {
    let left = false;
    void askOnce(client, place).then((answer) => {
      if (!left) setSeen(answer);
    });
    return () => {
      left = true;
    };
  }, [client, place]);
  return seen;
}

/** Many fields suggest from it: one request serves all that are shown within half a minute. */
function askOnce(client: ApiClient, place: Place): Promise<Seen> {
  const key = placeKey(place);
  const before = asked.get(key);
  if (before !== undefined && Date.now() - before.at < freshFor) return before.answer;
  const params = { spaceId: place.spaceId, envKey: place.environment };
  const answer = client.call("getSeen", { params }).then(
    (seen) => {
      known.set(key, seen);
      return seen;
    },
    () => {
      asked.delete(key);
      return nothing;
    },
  );
  asked.set(key, { at: Date.now(), answer });
  return answer;
}
