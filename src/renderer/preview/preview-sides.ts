import type { ContentChoice, ExplainedExperience, Explanation } from "../../core/explanation.ts";
import { personaBody } from "../../core/personas/persona-body.ts";
import type { EnvironmentKey } from "../../core/primitives.ts";
import { jsonEqual } from "../../core/publishing/json-equal.ts";
import { isGone } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";
import { type Place, paramsOf } from "../api/place.ts";
import type { MadeUp } from "../people/made-up/made-up.ts";
import { knownDevice } from "../people/user-port.ts";
import type { OutlineRow } from "../rules/outline.ts";
import type { Comparison, Subject } from "./preview-subject.ts";

/** One way of deciding. */
interface SideChoice {
  readonly environment: EnvironmentKey;
  readonly content: ContentChoice;
}

/** What stands side by side, the known first. */
export function sidesOf(compare: Comparison, environment: EnvironmentKey): readonly SideChoice[] {
  const published: SideChoice = { environment, content: "published" };
  const draft: SideChoice = { environment, content: "draft" };
  if (compare === "published-only" || compare === environment) return [published];
  if (compare === "draft-only") return [draft];
  return compare === "draft"
    ? [published, draft]
    : [published, { environment: compare, content: "published" }];
}

/** Somebody made up with the id that their rollouts are drawn by. */
export interface MadeUpPerson extends MadeUp {
  readonly id: string;
}

interface Asked {
  readonly client: ApiClient;
  readonly place: Place;
  readonly subject: Subject;
  /** Who is made up, or the persona; null where it is somebody real. */
  readonly madeUp: MadeUpPerson | null;
  readonly at: string | null;
  readonly sides: readonly SideChoice[];
  readonly signal?: AbortSignal;
}

/** Decides on every side. Somebody real whom another environment does not know is decided there as they are here. */
export async function decideSides(asked: Asked): Promise<readonly Explanation[]> {
  const { subject, madeUp, sides } = asked;
  if (subject.who !== "user" || madeUp !== null) return decideMadeUp(asked);
  const [first, ...others] = sides;
  if (first === undefined) return [];
  const known = await decideUser(asked, subject, first);
  const rest = await Promise.all(others.map((side) => decideElsewhere(asked, subject, side, known)));
  return [known, ...rest];
}

type UserSubject = Extract<Subject, { readonly who: "user" }>;

const decideUser = (asked: Asked, { id, kind }: UserSubject, side: SideChoice): Promise<Explanation> =>
  asked.client.call("explainUser", {
    params: { ...paramsOf({ ...asked.place, ...side }), userId: id },
    query: { at: asked.at ?? undefined, content: side.content, kind },
    signal: asked.signal,
  });

async function decideElsewhere(
  asked: Asked,
  subject: UserSubject,
  side: SideChoice,
  { user, at }: Explanation,
): Promise<Explanation> {
  try {
    return await decideUser(asked, subject, side);
  } catch (error) {
    if (!isGone(error)) throw error;
    const { id, kind, fields, labels, sessions } = user;
    return asked.client.call("explain", {
      params: paramsOf({ ...asked.place, ...side }),
      body: {
        user: { id, kind, fields, labels, ...knownDevice(user), sessions },
        at,
        content: side.content,
      },
      signal: asked.signal,
    });
  }
}

/** All sides decide at one time, so that what somebody did was as long ago on each. */
async function decideMadeUp(asked: Asked): Promise<readonly Explanation[]> {
  const { client, place, madeUp, sides, signal } = asked;
  if (madeUp === null) return [];
  const at = asked.at ?? (await client.call("getClock", { signal })).at;
  const body = { ...personaBody(madeUp, Date.parse(at)), at };
  return Promise.all(
    sides.map((side) =>
      client.call("explain", {
        params: paramsOf({ ...place, ...side }),
        body: { ...body, content: side.content },
        signal,
      }),
    ),
  );
}

/** What differs between the two sides of a row, in a few words; null where nothing does, or there is one side. */
export function differenceOf({ cells }: Pick<OutlineRow, "cells">): string | null {
  const [one, other] = cells;
  if (one === undefined || other === undefined) return null;
  if (one.item === null || other.item === null)
    return one.item === other.item ? null : "served on one side only";
  const words = [
    ...(one.shown === other.shown ? [] : ["in its Section on one side only"]),
    ...itemDifferences(one.item, other.item),
  ];
  return words.length === 0 ? null : `differs: ${words.join(", ")}`;
}

function itemDifferences(one: ExplainedExperience, other: ExplainedExperience): string[] {
  if (one.enabled !== other.enabled) return ["on or off"];
  const keys = [...new Set([...Object.keys(one.data), ...Object.keys(other.data)])];
  return [
    ...keys.filter((key) => !jsonEqual(one.data[key], other.data[key])),
    ...(jsonEqual(one.children ?? [], other.children ?? []) ? [] : ["what is in it"]),
    ...(one.scenario.id === other.scenario.id ? [] : ["scenario"]),
  ];
}
