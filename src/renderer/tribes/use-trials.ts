import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import type { Why } from "../../core/explanation.ts";
import { personaTime } from "../../core/personas/persona-body.ts";
import { useConsole } from "../app/console-context.ts";
import { useHere } from "../app/use-here.ts";
import { usePoll } from "../app/use-poll.ts";
import { type Question, Trials, type TrialsState } from "./trials.ts";
import type { TribeContent } from "./tribe-draft.ts";
import type { Model } from "./tribe-uses.ts";
import { personaWhy, type Tried } from "./tried-person.ts";
import { useLivePerson } from "./use-live-person.ts";

interface Asked {
  readonly id: string | null;
  readonly content: Pick<TribeContent, "audience" | "rules">;
  /** Whether the rule is whole; what is not cannot be tried. */
  readonly isWhole: boolean;
  readonly tried: Tried | null;
  readonly model: Model;
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

/** Time passes: windows move though nobody does anything. In ms. */
const every = 10_000;

/** An edit tried in each environment, and as somebody in the one on screen; again whenever they do something. */
export function useTrials({ id, content, isWhole, tried, model }: Asked): Trial {
  const { client } = useConsole();
  const { space, environment } = useHere();
  const asked = useMemo(() => new Trials(client, space.id), [client, space.id]);
  const trials = useStore(asked.store);
  const { audience, rules } = content;
  const person = tried === null || tried.kind === "persona" ? null : { kind: tried.kind, id: tried.id };
  const question: Question | null = isWhole
    ? { id, content: { audience, rules }, environment, person }
    : null;
  useEffect(() => asked.ask(question));
  useEffect(() => () => asked.stop(), [asked]);
  usePoll(() => asked.refresh(), every, space.id);
  useLivePerson(tried, () => void asked.refresh(environment));

  const { result, isOld } = trials[environment];
  const now = result === null ? Date.now() : Date.parse(result.reach.at);
  const persona = tried?.kind === "persona" ? findPersona(model, tried.id) : null;
  const pretended = useMemo(
    () => (persona === null || !isWhole ? null : personaWhy(persona, model.tribes, { audience, rules }, now)),
    [persona, model.tribes, audience, rules, now, isWhole],
  );
  const isTheirs = result?.person?.user.id === person?.id && result?.person?.user.kind === person?.kind;
  const own = person !== null && isTheirs && !isOld ? (result?.person?.why ?? null) : null;
  const isMissing =
    tried?.kind === "persona" ? persona === null : person !== null && !isOld && result?.person === null;
  const decided = persona === null ? now : personaTime(persona, now);
  return { trials, why: tried?.kind === "persona" ? pretended : own, now: decided, isMissing };
}

export const findPersona = ({ personas }: Model, reference: string) =>
  personas.find(({ id, key }) => key === reference || id === reference) ?? null;
