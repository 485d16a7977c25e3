import { useEffect, useState } from "react";
import type { Seen } from "../../core/seen.ts";
import { useConsole } from "../app/console-context.ts";
import { usePlace } from "../app/use-here.ts";
import { placeKey } from "../stores/stats-store.ts";

const known = new Map<string, Seen>();

/** What the environment has really seen, for suggestions; null until it is known, which nothing waits for. */
export function useSeen(): Seen | null {
  const { client } = useConsole();
  const place = usePlace();
  const key = placeKey(place);
  const [seen, setSeen] = useState<Seen | null>(known.get(key) ?? null);
  useEffect(() => {
    let left = false;
    const params = { spaceId: place.spaceId, envKey: place.environment };
    client.call("getSeen", { params }).then(
      (answer) => {
        known.set(key, answer);
        if (!left) setSeen(answer);
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [client, place, key]);
  return seen;
}
