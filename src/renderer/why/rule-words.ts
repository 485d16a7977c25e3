import { lengthMs, type MetadataFilter, type Operator, type Window } from "../../core/rule.ts";
import type { Schedule } from "../../core/scenario.ts";
import { scheduleWords } from "../collections/model/schedule-words.ts";
import { rolloutWords } from "../collections/model/value-words.ts";
import { counted, moment } from "../text/format.ts";
import { isEventRule, type ReasonRule } from "./reason-rule.ts";

/** What a Tribe is called, by its id. */
export type NameOf = (tribeId: string) => string;

const operatorWords: Readonly<Record<Operator, string>> = {
  equals: "is",
  notEquals: "is not",
  in: "is one of",
  notIn: "is none of",
  contains: "contains",
  startsWith: "starts with",
  endsWith: "ends with",
  greaterThan: "is more than",
  atLeast: "is at least",
  lessThan: "is less than",
  atMost: "is at most",
  between: "is between",
  before: "is before",
  after: "is after",
  exists: "is there",
  semver: "is a version in",
};

const attributeNames: Readonly<Record<string, string>> = {
  timeZone: "time zone",
  createdAt: "created",
  firstSeenAt: "first seen",
  lastSeenAt: "last seen",
};

const kinds: Readonly<Record<string, string>> = { users: "a known user", visitors: "a visitor" };

/** What a rule asks about: the field's name, or an attribute's in words. */
export const subjectWords = (rule: { readonly field: string } | { readonly attribute: string }): string =>
  "field" in rule ? rule.field : (attributeNames[rule.attribute] ?? rule.attribute);

/** A value as a sentence quotes it. */
export function quoted(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.map(quoted).join(", ");
  if (typeof value === "string") return isTime(value) ? moment(value) : `“${value}”`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const isTime = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text);

/** A condition as a phrase: `plan is “gold”`, `did movie/watched more than 2 times in the last 7 days`. */
export function ruleWords(rule: ReasonRule, nameOf: NameOf): string {
  if ("all" in rule) return rule.all.length === 0 ? "everyone" : listed(rule.all, "and", nameOf);
  if ("any" in rule) return rule.any.length === 0 ? "nobody" : listed(rule.any, "or", nameOf);
  if ("not" in rule) return `not: ${ruleWords(rule.not, nameOf)}`;
  if ("label" in rule) return `labelled “${rule.label}”`;
  if ("tribe" in rule) return `in ${nameOf(rule.tribe)}`;
  if ("rollout" in rule) return `in the rollout to ${rolloutWords(rule.rollout)}`;
  if ("schedule" in rule) return `open ${scheduleWords(rule.schedule as Schedule)}`;
  if ("audience" in rule) return audienceRule(rule.audience);
  if (isEventRule(rule)) return eventWords(rule);
  return "field" in rule || "attribute" in rule ? comparison(subjectWords(rule), rule) : "a rule of its own";
}

const audienceRule = (audience: unknown): string =>
  typeof audience === "string" ? (kinds[audience] ?? audience) : "in the audience";

const listed = (rules: readonly ReasonRule[], word: string, nameOf: NameOf): string =>
  rules.map((one) => ruleWords(one, nameOf)).join(` ${word} `);

function comparison(subject: string, { op, value }: { readonly op: Operator; readonly value: unknown }) {
  if (op === "exists") return `${subject} ${value === false ? "is not there" : "is there"}`;
  if (op === "between" && Array.isArray(value))
    return `${subject} is between ${quoted(value[0])} and ${quoted(value[1])}`;
  return `${subject} ${operatorWords[op]} ${quoted(value)}`;
}

type EventRuleWords = Extract<ReasonRule, { readonly event: string }>;

/** `did movie/watched more than 2 times, genre is “drama”, in the last 7 days`. */
function eventWords({ event, did, count, window, where }: EventRuleWords): string {
  const often = count.op === "any" ? "" : ` ${countWords[count.op]} ${counted(count.value, "time")}`;
  const matching = where.length === 0 ? "" : `, ${whereWords(where)},`;
  return `${did ? "did" : "did not do"} ${event}${often}${matching} ${windowWords(window)}`;
}

const countWords = { moreThan: "more than", lessThan: "less than", exactly: "exactly" } as const;

/** What an event's metadata must be: `genre is “drama” and rating is at least 4`. */
export const whereWords = (where: readonly MetadataFilter[]): string =>
  where.map((one) => comparison(one.key, one)).join(" and ");

function windowWords(window: Window): string {
  if ("last" in window) return `in the last ${lengthWords(lengthMs(window.last))}`;
  if ("moreThanAgo" in window) return `more than ${lengthWords(lengthMs(window.moreThanAgo))} ago`;
  if ("on" in window) return `on ${window.on}`;
  if ("before" in window) return `before ${window.before}`;
  return "after" in window ? `after ${window.after}` : "in the last 30 days";
}

const minute = 60_000;

/** A length in ms in its largest whole unit: "7 days", "90 minutes". */
export function lengthWords(ms: number): string {
  const minutes = ms / minute;
  if (minutes % 1440 === 0) return counted(minutes / 1440, "day");
  return minutes % 60 === 0 ? counted(minutes / 60, "hour") : counted(minutes, "minute");
}
