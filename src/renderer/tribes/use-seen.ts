import { useEffect, useState } from "react";
import type { Seen } from "../../core/seen.ts";
import { useConsole } from "../app/console-context.ts";
import { usePlace } from "../app/use-here.ts";

const nothing: Seen = {
  events: [],
  fields: [],
  labels: [],
  platforms: [],
  locales: [],
  timeZones: [],
  sdks: [],
};

/** What the environment has really seen, for suggestions; null until it is known. Typing works without. */
export function useSeen(): Seen | null {
  const { client } = useConsole();
  const place = usePlace();
  const [seen, setSeen] = useState<Seen | null>(null);
  useEffect(() => {
    const request = new AbortController();
    const params = { spaceId: place.spaceId, envKey: place.environment };
    client.call("getSeen", { params, signal: request.signal }).then(setSeen, () => {
      if (!request.signal.aborted) setSeen(nothing);
    });
    return () => request.abort();
  }, [client, place]);
  return seen;
}
