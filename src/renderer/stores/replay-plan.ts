import type { z } from "zod";
import { createStore } from "zustand/vanilla";
import type { EnvironmentKey } from "../../core/primitives.ts";
import type { ReplayOptions, replaySource } from "../../core/replay.ts";
import type { Place } from "../page/pages.ts";
import type { EventFilter } from "./event-filter.ts";
import type { RecordedFile } from "./recorded-file.ts";
import type { Recording } from "./recordings.ts";

export const replayKinds = ["recording", "list", "file"] as const;
export type ReplayKind = (typeof replayKinds)[number];

/** What of a replay has been chosen so far: kept while its dialog is closed. */
export interface ReplayPlan {
  /** Null until it is chosen: then a recording where there is one, else the list. */
  readonly kind: ReplayKind | null;
  /** Null for the newest. */
  readonly recordingId: string | null;
  readonly file: RecordedFile | null;
  readonly into: EnvironmentKey;
  readonly people: "same" | "others";
  readonly prefix: string;
  readonly times: ReplayOptions["times"];
  readonly speed: ReplayOptions["speed"];
}

const freshPlan: ReplayPlan = {
  kind: null,
  recordingId: null,
  file: null,
  into: "development",
  people: "same",
  prefix: "replay-",
  times: "moved",
  speed: 1,
};

/** By Space: a recording can only be played into an environment of its own. */
export const createReplayPlans = () => createStore<Readonly<Record<string, ReplayPlan>>>(() => ({}));
export type ReplayPlans = ReturnType<typeof createReplayPlans>;

export const planOf = (plans: Readonly<Record<string, ReplayPlan>>, spaceId: string): ReplayPlan =>
  plans[spaceId] ?? freshPlan;

export const changePlan = (store: ReplayPlans, spaceId: string, some: Partial<ReplayPlan>): void =>
  store.setState((plans) => ({ [spaceId]: { ...planOf(plans, spaceId), ...some } }));

/** What is to be played, once it is known; null where nothing is chosen. */
export type ReplayThing =
  | { readonly kind: "recording"; readonly recording: Recording }
  | { readonly kind: "list"; readonly place: Place; readonly filter: EventFilter }
  | { readonly kind: "file"; readonly file: RecordedFile };

interface Choices {
  /** Those of the Space, newest first. */
  readonly recordings: readonly Recording[];
  /** What the page's list shows. */
  readonly list: { readonly place: Place; readonly filter: EventFilter };
}

export const kindOf = ({ kind }: ReplayPlan, { recordings }: Choices): ReplayKind =>
  kind ?? (recordings.length > 0 ? "recording" : "list");

export function thingOf(plan: ReplayPlan, choices: Choices): ReplayThing | null {
  const kind = kindOf(plan, choices);
  if (kind === "list") return { kind, ...choices.list };
  if (kind === "file") return plan.file === null ? null : { kind, file: plan.file };
  const recording = choices.recordings.find(({ id }) => id === plan.recordingId) ?? choices.recordings[0];
  return recording === undefined ? null : { kind, recording };
}

/** The kept events of a thing, as the API names them. */
export function sourceOf(thing: Exclude<ReplayThing, { kind: "file" }>): z.input<typeof replaySource> {
  if (thing.kind === "recording") {
    const { environment, after, before } = thing.recording;
    return { environment, after, before, where: [] };
  }
  const { status: _, where = [], ...filters } = thing.filter;
  return { ...filters, where, environment: thing.place.environment };
}

export const optionsOf = ({ people, prefix, times, speed }: ReplayPlan): ReplayOptions => ({
  times,
  speed,
  ...(people === "others" && { prefix: prefix.trim() }),
});
