import { useEffect, useState } from "react";
import { personaBody, personaTime } from "../../../core/personas/persona-body.ts";
import { useConsole } from "../../app/console-context.ts";
import { usePlace } from "../../app/use-here.ts";
import type { OwnEvent } from "../counted-events.ts";
import type { Model } from "../tribe-uses.ts";
import type { Tried } from "../tried-person.ts";
import { findPersona } from "../use-trials.ts";

/** Most of somebody's events that are looked at: one page of history. */
export const mostEvents = 200;

/** The events of one name that the person tried did, newest first; null until they are known. Read again when `version` changes. */
export function usePersonEvents(
  tried: Tried | null,
  name: string | null,
  { version, now, model }: { readonly version: string; readonly now: number; readonly model: Model },
): readonly OwnEvent[] | null {
  const { client } = useConsole();
  const place = usePlace();
  const [found, setFound] = useState<{ readonly key: string; readonly events: readonly OwnEvent[] } | null>(
    null,
  );
  const key = JSON.stringify([place, tried, name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` says that there may be more.
  useEffect(() => {
    if (tried === null || name === null || tried.kind === "persona") return;
    const request = new AbortController();
    const who = tried.kind === "known" ? { userId: tried.id } : { anonymousId: tried.id };
    const params = { spaceId: place.spaceId, envKey: place.environment };
    const query = { ...who, name, status: "accepted" as const, limit: mostEvents };
    client.call("listEvents", { params, query, signal: request.signal }).then(
      ({ data }) => setFound({ key, events: data }),
      () => {},
    );
    return () => request.abort();
  }, [client, key, version]);
  if (tried?.kind === "persona") return personaEvents(tried.id, name, now, model);
  return found?.key === key ? found.events : null;
}

function personaEvents(
  id: string,
  name: string | null,
  now: number,
  model: Model,
): readonly OwnEvent[] | null {
  const persona = findPersona(model, id);
  if (persona === null) return null;
  const { events } = personaBody(persona, personaTime(persona, now));
  return events
    .filter((one) => one.name === name)
    .map(({ time, metadata }, index) => ({ id: String(index), time, metadata }));
}
