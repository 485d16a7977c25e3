import type { ExperienceServe, SectionServe } from "../../core/scenario.ts";
import { consoleLocale } from "../text/format.ts";
import type { Audience, Row } from "./scenario-rows.ts";
import { scheduleWords } from "./schedule-words.ts";
import { rolloutWords, valueWords } from "./value-words.ts";

/** Whom a row is for, on one line: "users in Film club, 25 %, on Fr (UTC)". */
export function rowAudience({ audience, rollout = 100, schedule }: Row, nameOf: NameOf): string {
  if (audience === undefined) return "everyone else";
  const parts = [audienceWords(audience, nameOf), rolloutWords(rollout)];
  if (schedule != null) parts.push(scheduleWords(schedule));
  return parts.join(", ");
}

/** What a row serves, on one line: "headline: Hi, autoplay: On". */
export function rowServe(serve: Partial<ExperienceServe & SectionServe>, nameOf: NameOf): string {
  if (serve.enabled === false) return "Off";
  if (serve.children !== undefined) return serve.children.map(nameOf).join(", ") || "nothing";
  const values = Object.entries(serve.data ?? {}).map(([key, value]) => `${key}: ${valueWords(value)}`);
  return values.join(", ") || "its defaults";
}

export const kindWords: Readonly<Record<Audience["kind"], string>> = {
  everyone: "everyone",
  users: "users",
  visitors: "visitors",
};

type NameOf = (id: string) => string;

const either = new Intl.ListFormat(consoleLocale, { type: "disjunction" });

/** An audience on one line: "users in Binge watchers or Film club, not in Kids profiles". */
export function audienceWords({ kind, anyOf, noneOf }: Audience, nameOf: NameOf): string {
  const inAny = anyOf.length === 0 ? "" : ` in ${either.format(anyOf.map(nameOf))}`;
  const notIn =
    noneOf.length === 0 ? "" : `${inAny === "" ? "" : ","} not in ${either.format(noneOf.map(nameOf))}`;
  return `${kindWords[kind]}${inAny}${notIn}`;
}
