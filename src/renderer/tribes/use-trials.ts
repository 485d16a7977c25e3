import { queryOptions, skipToken, useQueries } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { byReference } from "../../core/by-reference.ts";
import type { Why } from "../../core/explanation.ts";
import type { Persona } from "../../core/persona.ts";
import { personaTime } from "../../core/personas/persona-body.ts";
import { type EnvironmentKey, environmentKeys } from "../../core/primitives.ts";
import type { Tribe } from "../../core/tribe.ts";
import type { TribeTrialResult } from "../../core/tribe-trial.ts";
import type { UserKind } from "../../core/user.ts";
import { inWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";
import { paramsOf } from "../api/place.ts";
import type { RouteKey } from "../api/queries.ts";
import { followEvents, streamAddress, whenSeen } from "../live/event-stream.ts";
import { paced } from "../live/paced.ts";
import { useConsole } from "../page/console-context.ts";
import { useHere, usePlace } from "../page/use-here.ts";
import { useRested } from "../parts/use-time.ts";
import { eventsOf } from "../people/user-port.ts";
import { platformNow } from "../text/platform-clock.ts";
import type { TribeContent } from "./tribe-draft.ts";
import { personaWhy, type Tried } from "./tried-person.ts";

/** What is tried: an edit, and somebody of one environment where there is somebody. */
export interface Question {
  readonly id: string | null;
  readonly content: Pick<TribeContent, "audience" | "rules">;
  readonly environment: EnvironmentKey;
  readonly person: { readonly kind: UserKind; readonly id: string } | null;
}

export interface TrialState {
  /** Of the latest question; of an earlier one while `isOld`. */
  readonly result: TribeTrialResult | null;
  readonly isOld: boolean;
  /** Why the latest question was not answered the last time. */
  readonly problem: string | null;
}

export type TrialsState = Readonly<Record<EnvironmentKey, TrialState>>;

interface Asked {
  readonly id: string | null;
  readonly content: Pick<TribeContent, "audience" | "rules">;
  /** Whether the rule is whole; what is not cannot be tried. */
  readonly isWhole: boolean;
  readonly tried: Tried | null;
  /** The Space's; null until they are known. */
  readonly tribes: readonly Tribe[] | null;
  readonly personas: readonly Persona[] | null;
}

export interface Trial {
  readonly trials: TrialsState;
  /** Why the person tried is in it or not; null while that is not known. */
  readonly why: Why | null;
  /** The time of the answer: the platform's, or the persona's own. In ms UTC. */
  readonly now: number;
  /** Somebody of that name is not there. */
  readonly isMissing: boolean;
}

/** How long a change gathers before it is counted, in ms. */
const gatherTime = 400;
/** Time passes: windows move though nobody does anything. In ms. */
const every = 10_000;

/** An edit tried in each environment, and as somebody in the one on screen; again whenever they do something. */
export function useTrials({ id, content, isWhole, tried, tribes, personas }: Asked): Trial {
  const { environment } = useHere();
  const { audience, rules } = content;
  const person = tried === null || tried.kind === "persona" ? null : { kind: tried.kind, id: tried.id };
  const { trials, again } = useReach(
    isWhole ? { id, content: { audience, rules }, environment, person } : null,
  );
  useLivePerson(tried, () => again(environment));

  const { result, isOld, problem } = trials[environment];
  const isAnswered = !isOld && problem === null;
  const now = result === null ? platformNow().getTime() : Date.parse(result.reach.at);
  const persona = tried?.kind === "persona" ? findPersona(personas, tried.id) : null;
  const pretended = useMemo(
    () =>
      persona === null || tribes === null || !isWhole
        ? null
        : personaWhy(persona, tribes, { audience, rules }, now),
    [persona, tribes, audience, rules, now, isWhole],
  );
  const isTheirs = result?.person?.user.id === person?.id && result?.person?.user.kind === person?.kind;
  const own = person !== null && isTheirs && isAnswered ? (result?.person?.why ?? null) : null;
  const isMissing =
    tried?.kind === "persona"
      ? personas !== null && persona === null
      : person !== null && isAnswered && result?.person === null;
  const decided = persona === null ? now : personaTime(persona, now);
  return { trials, why: tried?.kind === "persona" ? pretended : own, now: decided, isMissing };
}

export const findPersona = (personas: readonly Persona[] | null, reference: string): Persona | null =>
  byReference(personas ?? [], reference) ?? null;

/** A question as it is asked in one environment: about the person in theirs alone. */
export const trialQuery = (
  client: ApiClient,
  spaceId: string,
  { id, content, person, environment: theirs }: Question,
  environment: EnvironmentKey,
) => {
  const input = {
    params: { spaceId },
    query: { environment },
    body: {
      ...content,
      ...(id !== null && { id }),
      ...(person !== null && environment === theirs && { userId: person.id, kind: person.kind }),
    },
  };
  return queryOptions({
    queryKey: ["tryTribe", input] as RouteKey,
    queryFn: ({ signal }) => client.call("tryTribe", { ...input, signal }),
    // An edit goes on: the answers to its earlier states are not wanted again.
    gcTime: 0,
  });
};

const notAsked = (environment: EnvironmentKey) =>
  ({ queryKey: ["tryTribe", { environment }], queryFn: skipToken as never }) as unknown as ReturnType<
    typeof trialQuery
  >;

/** What the question comes to in each environment, once it rests. Null, for a rule that is not whole, asks nothing. */
function useReach(question: Question | null) {
  const { client } = useConsole();
  const { space } = useHere();
  const text = JSON.stringify(question);
  const rested = useRested(text, gatherTime);
  const asked = useMemo(() => JSON.parse(rested) as Question | null, [rested]);
  const last = useRef<Partial<Record<EnvironmentKey, TribeTrialResult>>>({});
  const queries = useQueries({
    queries: environmentKeys.map((key) => ({
      ...(asked === null ? notAsked(key) : trialQuery(client, space.id, asked, key)),
      refetchInterval: every,
    })),
  });
  const stateOf = (key: EnvironmentKey): TrialState => {
    const query = queries[environmentKeys.indexOf(key)];
    if (query?.data !== undefined) last.current[key] = query.data;
    return {
      result: last.current[key] ?? null,
      isOld: text !== rested || query?.data === undefined,
      problem: text === rested && query?.error ? inWords(query.error) : null,
    };
  };
  const trials: TrialsState = {
    development: stateOf("development"),
    staging: stateOf("staging"),
    production: stateOf("production"),
  };
  const again = async (key: EnvironmentKey) => queries[environmentKeys.indexOf(key)]?.refetch();
  return { trials, again };
}

/** Calls `onEvent` when the person tried does something, while the page is looked at: one at a time, at most once a second. */
function useLivePerson(tried: Tried | null, onEvent: () => Promise<unknown>): void {
  const { client } = useConsole();
  const place = usePlace();
  const tell = useEffectEvent(onEvent);
  const [kind, id] = [tried?.kind, tried?.id];
  useEffect(() => {
    if (kind === undefined || kind === "persona" || id === undefined) return;
    const params = paramsOf(place);
    const who = eventsOf({ kind, id });
    let stream: { readonly close: () => void } | null = null;
    let over = false;
    const news = paced(() => tell());
    const start = async () => {
      const page = await client.call("listEvents", { params, query: { limit: 1 } }).catch(() => null);
      if (over || document.hidden || stream !== null || page === null) return;
      stream = followEvents({
        address: (after) => streamAddress(place, who, after),
        after: page.data[0]?.sequence ?? 0,
        onEvents: news.ask,
        onState: () => {},
      });
    };
    const stop = whenSeen((visible) => {
      if (visible) return void start();
      stream?.close();
      stream = null;
    });
    void start();
    return () => {
      over = true;
      news.stop();
      stream?.close();
      stop();
    };
  }, [client, place, kind, id]);
}
