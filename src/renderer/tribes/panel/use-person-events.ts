import { useEffect } from "react";
import { personaBody, personaTime } from "../../../core/personas/persona-body.ts";
import { useRoute } from "../../api/queries.ts";
import { inPlace } from "../../page/reads.ts";
import { usePlace } from "../../page/use-here.ts";
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
  const place = usePlace();
  const asked = tried !== null && tried.kind !== "persona" && name !== null;
  const who = tried?.kind === "known" ? { userId: tried.id } : { anonymousId: tried?.id };
  const { data, refetch } = useRoute(
    "listEvents",
    asked ? { ...inPlace(place), query: { ...who, name, status: "accepted", limit: mostEvents } } : null,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` says that there may be more.
  useEffect(() => {
    if (asked) void refetch({ cancelRefetch: false });
  }, [refetch, asked, version]);
  if (tried?.kind === "persona") return personaEvents(tried.id, name, now, model);
  return data?.data ?? null;
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
