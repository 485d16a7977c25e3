import { metadataPairs } from "../../core/event.ts";
import type { Why } from "../../core/explanation.ts";
import type { Persona } from "../../core/persona.ts";
import { personaBody, personaTime } from "../../core/personas/persona-body.ts";
import { compileTribes } from "../../core/targeting/compile-tribes.ts";
import { type PastEvent, RecordedEvents } from "../../core/targeting/recorded-events.ts";
import type { Tribe } from "../../core/tribe.ts";
import type { UserKind } from "../../core/user.ts";
import { inPlace } from "../page/reads.ts";
import { usePlace } from "../page/use-here.ts";
import { useRoute } from "../page/use-route.ts";
import { useAddressQuery, useNotUnderstood } from "../parts/use-address-query.ts";
import type { TribeContent } from "./tribe-draft.ts";

/** Whom the Tribe is tried as: somebody of the environment, or a persona by its key. */
export type Tried =
  | { readonly kind: UserKind; readonly id: string }
  | { readonly kind: "persona"; readonly id: string };

/** As the address has it: `known:ana-ribeiro`, `persona:binge-watcher`. */
export const triedText = ({ kind, id }: Tried): string => `${kind}:${id}`;

export function readTried(text: string | null): Tried | null {
  const [, kind, id] = /^(known|visitor|persona):([\s\S]+)$/.exec(text ?? "") ?? [];
  return kind === undefined || id === undefined ? null : ({ kind, id } as Tried);
}

/** Where the tried Tribe stands among the others while it is decided; no Tribe has an id like it. */
const trialId = "trial";

/** Why a persona is in a Tribe as it is edited, or is not, by the engine that decides everything else. `now` in ms UTC. */
export function personaWhy(
  persona: Persona,
  tribes: readonly Tribe[],
  { audience, rules }: Pick<TribeContent, "audience" | "rules">,
  now: number,
): Why {
  const stamps = { createdAt: "", updatedAt: "" };
  const tried: Tribe = { id: trialId, key: trialId, name: trialId, audience, rules, ...stamps };
  const set = compileTribes([...tribes, tried]);
  const at = personaTime(persona, now);
  const { user, events } = personaBody(persona, at);
  const time = (text: string | undefined) => (text === undefined ? null : Date.parse(text));
  return set.explain(trialId, {
    kind: user.kind,
    id: user.id,
    fields: user.fields,
    labels: user.labels,
    platform: user.platform ?? null,
    locale: user.locale ?? null,
    timeZone: user.timeZone ?? null,
    createdAt: time(user.createdAt) ?? at,
    firstSeenAt: time(user.firstSeenAt),
    lastSeenAt: time(user.lastSeenAt),
    sessions: user.sessions,
    now: at,
    events: new RecordedEvents(events.map(pastEvent), set.selectors),
  });
}

const pastEvent = (
  { name, time, metadata }: ReturnType<typeof personaBody>["events"][number],
  index: number,
): PastEvent => ({
  id: `event-${index + 1}`,
  name,
  time: Date.parse(time),
  pairs: metadataPairs(metadata).map(({ key, value }) => [key, value] as const),
});

const seenLast = { sort: "lastSeenAt", order: "desc", limit: 1 } as const;

/** Whom the Tribe is tried as: whom the address names, else whoever was seen last when the page opened. */
export function useTried(): { readonly tried: Tried | null; readonly setTried: (tried: Tried) => void } {
  const place = usePlace();
  const [{ as = null }, change] = useAddressQuery();
  const named = readTried(as);
  useNotUnderstood(as && named === null ? [`as=${as}`] : []);
  const { data } = useRoute("listUsers", { ...inPlace(place), query: seenLast }, onceAPage);
  const latest = data?.data[0];
  const setTried = (tried: Tried) => change({ as: triedText(tried) }, { replace: true });
  return { tried: named ?? (latest ? { kind: latest.kind, id: latest.id } : null), setTried };
}

/** Nobody else takes their place while the page is looked at. */
const onceAPage = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
} as const;
