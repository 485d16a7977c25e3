import type { Collection } from "../../../core/collection.ts";
import { type EnvironmentKey, environmentKeys, environmentNames } from "../../../core/primitives.ts";
import type { DryRun, PublicationCreate } from "../../../core/publication.ts";
import { ApiProblem } from "../../api/api-problem.ts";
import { wholeWords } from "../../model/value-words.ts";
import { differences } from "../../text/differences.ts";
import { count, counted } from "../../text/format.ts";

interface PublishWords {
  readonly title: string;
  /** Under it: where what is published comes from. */
  readonly about: string;
  readonly button: string;
  /** Said where there is nothing to change. */
  readonly nothing: string;
  /** Said once it is done, with the version that it became. */
  readonly done: (version: number) => string;
}

/** A publication in words, by where it comes from. */
export function publishWords(
  { name, status }: Collection,
  source: PublishSource,
  environment: EnvironmentKey,
): PublishWords {
  const to = environmentNames[environment];
  const { version: now } = status[environment];
  const becomes = now === null ? `${to} begins to serve it` : `Version ${now} becomes ${now + 1}`;
  if (source === "draft")
    return {
      title: `Publish ${name} to ${to}`,
      about: `${becomes}, from this moment on.`,
      button: `Publish to ${to}`,
      nothing: `${to} already serves exactly this draft.`,
      done: (version) => `Published ${name} to ${to} as version ${version}`,
    };
  if (typeof source === "number")
    return {
      title: `Roll ${name} back to version ${source} in ${to}`,
      about: `${becomes}, with what version ${source} served. The draft stays as it is.`,
      button: `Roll back in ${to}`,
      nothing: `${to} already serves what version ${source} served.`,
      done: (version) => `Rolled ${name} back to version ${source} in ${to} (as version ${version})`,
    };
  const from = environmentNames[source];
  return {
    title: `Promote ${name} from ${from} to ${to}`,
    about: `${becomes}, with what ${from} serves. The draft stays as it is.`,
    button: `Promote to ${to}`,
    nothing: `${to} already serves what ${from} serves.`,
    done: (version) => `Promoted ${name} from ${from} to ${to} as version ${version}`,
  };
}

/** Something came between looking and changing what is served, so nothing was changed. */
export const isStale = (reason: unknown): boolean => reason instanceof ApiProblem && reason.code === "stale";

/** What is shown is not what one looked at, so nothing was done; its message says what changed. */
export class LookAgain extends Error {}

/** Said where something came between looking and publishing. */
export const changedSince = (source: PublishSource, environment: EnvironmentKey): string =>
  `${source === "draft" ? "The draft" : "What was to be served"} changed since you looked, or what ${environmentNames[environment]} serves did: look again.`;

export const tribesChanged = "A Tribe changed since you looked, and may decide for others now: look again.";

/** Said beside it once the button was pressed, which only took note of it. */
export const notPublished = (button: string): string =>
  `Nothing was published. Press “${button}” again to publish what is shown now.`;

export const publicationBody = (
  source: PublishSource,
  environment: EnvironmentKey,
  note: string,
): PublicationCreate => ({
  environment,
  ...(note.trim() !== "" && { note: note.trim() }),
  ...(typeof source === "number" && { version: source }),
  ...(typeof source === "string" && source !== "draft" && { from: source }),
});

/** What stays as it is elsewhere: "Production stays at version 9." */
export const othersStay = ({ status }: Collection, environment: EnvironmentKey): string =>
  environmentKeys
    .filter((key) => key !== environment)
    .map((key) => {
      const { version } = status[key];
      const place = environmentNames[key];
      return version === null ? `${place} stays unpublished.` : `${place} stays at version ${version}.`;
    })
    .join(" ");

type Affected = DryRun["affected"];

/** "371 people will see something else". */
export function affectedTitle({ changed }: Affected, isFirst: boolean): string {
  const what = isFirst ? "see it" : "see something else";
  return changed === 0
    ? `Nobody will ${isFirst ? "see it" : "see anything else"} now`
    : `${counted(changed, "person", "people")} will ${what}`;
}

/** "of 8", and that they are a sample where they are. */
export function affectedOf({ checked, of, sampled }: Affected): string {
  if (of === 0) return "nobody has been here yet";
  return sampled ? `of ${count(checked)} checked, a sample of ${count(of)}` : `of ${count(checked)}`;
}

interface Seen {
  readonly before: string;
  readonly after: string;
  /** How many more things differ than the one that is said. */
  readonly more: number;
}

type Served = { readonly enabled?: unknown; readonly data?: unknown; readonly children?: unknown };

/** What a person sees before and after: the first thing that differs. */
export function seenBy(before: unknown, after: unknown): Seen {
  if (before === null || after === null)
    return { before: stateWords(before), after: stateWords(after), more: 0 };
  const found = differences(before, after);
  const first = found[0];
  if (first === undefined) return { before: "", after: "", more: 0 };
  // What is new to see says more than what was the default all along.
  const telling = found.find(({ path }) => path[0] === "data")?.path[1];
  const words = (value: unknown, on: unknown) =>
    first.path[0] === "enabled" ? stateWords(on, telling) : wholeWords(value);
  return {
    before: words(first.before, before),
    after: words(first.after, after),
    more: first.path[0] === "enabled" ? 0 : found.length - 1,
  };
}

/** What is served, on one line: its `telling` member, else its first. */
function stateWords(state: unknown, telling?: string | number): string {
  if (state === null || typeof state !== "object") return "its fallback";
  const { enabled, data, children } = state as Served;
  if (enabled === false) return "Off";
  if (Array.isArray(children)) return counted(children.length, "Experience");
  const served = (data ?? {}) as Readonly<Record<string, unknown>>;
  const said = served[telling ?? ""] ?? Object.values(served)[0];
  return said === undefined ? "On" : wholeWords(said);
}

/** Where what is published comes from: the draft, another environment, or a version of the same one. */
export type PublishSource = "draft" | EnvironmentKey | number;

export function readSource(text: string | undefined): PublishSource | null {
  if (text === undefined) return null;
  if (text === "draft" || environmentKeys.some((key) => key === text)) return text as PublishSource;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}

/** Where it is published to: the environment that the address names, else the one on screen. */
export const readTarget = (text: string | undefined, here: EnvironmentKey): EnvironmentKey =>
  environmentKeys.find((key) => key === text) ?? here;
