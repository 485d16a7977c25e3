import type { AttributeRule, MetadataFilter, Rule } from "../../core/rule.ts";
import type { Schedule } from "../../core/scenario.ts";
import { scheduleWords } from "../model/schedule-words.ts";
import { rolloutWords } from "../model/value-words.ts";
import { lowered, moment } from "../text/format.ts";
import { isEventRule, type ReasonRule } from "./condition.ts";
import { attributeWords, comparisonPieces } from "./leaf-sentence.ts";
import { piecesText, ruleText } from "./rule-text.ts";
import type { NameOf } from "./sentence-piece.ts";

/** What a Tribe is called that is in none of these: it was deleted. While they are on their way nobody knows, and where they can't be read it goes by its id. */
export const unlistedTribe = (id: string, tribes: readonly unknown[] | null, isFailed: boolean): string =>
  tribes !== null ? "a deleted Tribe" : isFailed ? id : "…";

const kinds: Readonly<Record<string, string>> = { users: "a known user", visitors: "a visitor" };

/** What a rule asks about: the field's name, or an attribute's in words. */
export const subjectWords = (rule: { readonly field: string } | Pick<AttributeRule, "attribute">): string =>
  "field" in rule ? rule.field : attributeWords[rule.attribute];

/** A value as a sentence quotes it. */
export function quoted(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.map(quoted).join(", ");
  if (typeof value === "string") return isTime(value) ? moment(value) : `“${value}”`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const isTime = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text);

/** A condition as a phrase; what a Tribe's page says as a sentence is said as that sentence. */
export function ruleWords(rule: ReasonRule, nameOf: NameOf): string {
  if ("all" in rule) return rule.all.length === 0 ? "everyone" : listed(rule.all, "and", nameOf);
  if ("any" in rule) return rule.any.length === 0 ? "nobody" : listed(rule.any, "or", nameOf);
  if ("not" in rule) return `not: ${ruleWords(rule.not, nameOf)}`;
  if ("tribe" in rule) return `in ${nameOf(rule.tribe)}`;
  if ("rollout" in rule) return `in the rollout to ${rolloutWords(rule.rollout)}`;
  if ("schedule" in rule) return `open ${scheduleWords(rule.schedule as Schedule)}`;
  if ("audience" in rule) return audienceRule(rule.audience);
  return isLeaf(rule) ? lowered(ruleText(rule, nameOf)) : "a rule of its own";
}

const isLeaf = (rule: ReasonRule): rule is Extract<ReasonRule, Rule> =>
  isEventRule(rule) || "field" in rule || "attribute" in rule || "label" in rule;

const audienceRule = (audience: unknown): string =>
  typeof audience === "string" ? (kinds[audience] ?? audience) : "in the audience";

const listed = (rules: readonly ReasonRule[], word: string, nameOf: NameOf): string =>
  rules.map((one) => ruleWords(one, nameOf)).join(` ${word} `);

/** What an event's metadata must be: `genre equals drama and rating is at least 4`. */
export const whereWords = (where: readonly MetadataFilter[]): string =>
  where.map((one) => `${one.key} ${piecesText(comparisonPieces(one, [], "fact"))}`).join(" and ");
