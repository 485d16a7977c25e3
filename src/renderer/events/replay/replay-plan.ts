import type { z } from "zod";
import { createStore } from "zustand/vanilla";
import type { EnvironmentKey } from "../../../core/primitives.ts";
import type { ReplayOptions, replaySource } from "../../../core/replay.ts";
import type { Place } from "../../api/place.ts";
import type { EventFilter } from "../event-filter.ts";
import type { Recording } from "./recordings.ts";

const replayKinds = ["recording", "list", "file"] as const;
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
type ReplayPlans = ReturnType<typeof createReplayPlans>;

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

/** An NDJSON file of events, as Export saves one. */
export interface RecordedFile {
  readonly name: string;
  readonly blob: Blob;
  /** Its lines but for refused events, which are not played. */
  readonly events: number;
  /** From the first that came to the last, in ms. */
  readonly length: number;
}

/** Reads what is told of a file before it is played. What is wrong with it is the server's to say. */
export async function readRecordedFile(file: File): Promise<RecordedFile> {
  const lines = (await file.text()).split("\n").filter((line) => line.trim() !== "");
  const events = lines.map(readLine).filter(({ status }) => status !== "rejected");
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { receivedAt, time } of events) {
    const at = Date.parse(String(receivedAt ?? time));
    if (Number.isNaN(at)) continue;
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  return { name: file.name, blob: file, events: events.length, length: Math.max(0, last - first) };
}

type Line = Readonly<Record<string, unknown>>;

function readLine(line: string): Line {
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === "object" && read !== null ? (read as Line) : {};
  } catch {
    return {};
  }
}
