import type { ExperienceServe, SectionServe } from "../../core/scenario.ts";
import { audienceWords } from "./audience-words.ts";
import type { Row } from "./scenario-rows.ts";
import { scheduleWords } from "./schedule-words.ts";
import { rolloutWords, valueWords } from "./value-words.ts";

type NameOf = (id: string) => string;

/** Whom a row is for, on one line: "users in Film club, 25.00 %, on Fr (UTC)". */
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
