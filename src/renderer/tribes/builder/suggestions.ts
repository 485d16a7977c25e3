import { characters } from "../../../core/characters.ts";
import { eventNamePattern } from "../../../core/event.ts";
import { type Attribute, attributes, type Operator, type Rule, type Scalar } from "../../../core/rule.ts";
import type { Seen } from "../../../core/seen.ts";
import { operandError } from "../../../core/targeting/operand-error.ts";
import type { Tribe } from "../../../core/tribe.ts";
import { narrowed } from "../../parts/narrowed.ts";
import type { Suggestion } from "../../parts/Suggest.tsx";
import { takesList, takesNumber, takesText, takesTime } from "../../rules/operator-words.ts";
import { type Path, valueAt } from "../../rules/rule-path.ts";
import { count } from "../../text/format.ts";
import { notANumber, readNumber } from "../../text/typed-number.ts";
import { leadsTo } from "../draft-issues.ts";

export const eventSuggestions = (seen: Seen | null): Suggestion[] =>
  (seen?.events ?? []).map(({ name, count: n }) => ({ value: name, hint: `${count(n)} seen` }));

export const fieldSuggestions = (seen: Seen | null): Suggestion[] =>
  (seen?.fields ?? []).map(({ key, types }) => ({ value: key, hint: types.join(", ") }));

export const labelSuggestions = (seen: Seen | null): Suggestion[] =>
  (seen?.labels ?? []).map((label) => ({ value: label }));

/** The others than the edited one. */
export const tribeSuggestions = (tribes: readonly Tribe[], id: string | null): Suggestion[] =>
  tribes
    .filter((one) => one.id !== id)
    .map((one) => ({
      value: one.id,
      label: one.name,
      hint: id !== null && leadsTo(one, id, tribes) ? "names this Tribe" : one.key,
    }));

/** Metadata keys of the event that a filter is about. */
export function keySuggestions(seen: Seen | null, rule: Rule, path: Path): Suggestion[] {
  const pairs = eventSeen(seen, rule, path)?.pairs ?? [];
  return pairs.map(({ key, values }) => ({ value: key, hint: values.slice(0, 3).join(", ") }));
}

function eventSeen(seen: Seen | null, rule: Rule, path: Path): Seen["events"][number] | undefined {
  const where = path.lastIndexOf("where");
  const name = valueAt(rule, [...path.slice(0, where), "event"]);
  return seen?.events.find((one) => one.name === name);
}

/** What the compared value really was, of a field, an attribute or a key of metadata. */
export function valuesSeen(seen: Seen | null, rule: Rule, comparison: Path): readonly Scalar[] {
  const node = valueAt(rule, comparison) as Readonly<Record<string, unknown>> | undefined;
  if (node === undefined || seen === null) return [];
  if (typeof node.field === "string") return seen.fields.find(({ key }) => key === node.field)?.values ?? [];
  if (typeof node.key === "string")
    return eventSeen(seen, rule, comparison)?.pairs.find(({ key }) => key === node.key)?.values ?? [];
  return typeof node.attribute === "string" ? attributeValues(seen, node.attribute as Attribute) : [];
}

function attributeValues(seen: Seen, attribute: Attribute): readonly Scalar[] {
  if (attribute === "platform") return seen.platforms;
  if (attribute === "locale") return seen.locales;
  if (attribute === "timeZone") return seen.timeZones;
  return attribute === "kind" ? ["known", "visitor"] : [];
}

const conditionWords: Readonly<Record<Attribute, string>> = {
  platform: "platform of their device",
  locale: "locale of their device",
  timeZone: "time zone of their device",
  kind: "kind: user or visitor",
  createdAt: "when they were created",
  firstSeenAt: "when they were first seen",
  lastSeenAt: "when they were last seen",
  sessions: "how many sessions they had",
};

const timeAttributes: readonly Attribute[] = ["createdAt", "firstSeenAt", "lastSeenAt"];

/** What a condition can be about that a typed text fits, what was seen first; a value says what is made of it. */
export function conditionSuggestions(
  seen: Seen | null,
  tribes: readonly Tribe[],
  typed: string,
): Suggestion[] {
  const of = (kind: string, label: string, hint: string, value = label) => ({
    value: `${kind}:${value}`,
    label,
    hint,
  });
  const known = [
    ...(seen?.events ?? []).map((one) => of("event", one.name, `event, ${count(one.count)} seen`)),
    ...(seen?.fields ?? []).map((one) => of("field", one.key, "field")),
    ...(seen?.labels ?? []).map((label) => of("label", label, "label")),
    ...tribes.map((one) => of("tribe", one.name, "Tribe", one.id)),
    ...attributes.map((one) => of("attribute", conditionWords[one], "attribute", one)),
  ];
  const anyEvent = of("event", "An event…", "named group/action, such as movie/watched", "");
  if (typed.trim() === "") return seen?.events.length === 0 ? [anyEvent, ...known] : [...known, anyEvent];
  // What was really seen comes before what may be a slip of the finger.
  const own = typedConditions(seen, typed.trim()).map(([kind, text, hint]) => of(kind, text, hint));
  return [...narrowed(known, typed), ...own, anyEvent];
}

/** How many characters a name in a rule may have. */
export const longest = { field: 128, event: 129, label: 64, key: 64, tribe: 200 } as const;

function typedConditions(seen: Seen | null, text: string): [kind: string, text: string, hint: string][] {
  if (text === "") return [];
  const length = characters(text);
  const made: [string, string, string][] = [];
  if (eventNamePattern.test(text) && !seen?.events.some(({ name }) => name === text))
    made.push(["event", text, "event, as typed"]);
  if (length <= longest.field && !seen?.fields.some(({ key }) => key === text))
    made.push(["field", text, "field, as typed"]);
  if (length <= longest.label && !seen?.labels.includes(text)) made.push(["label", text, "label, as typed"]);
  return made;
}

/** The condition that a suggestion stands for, as open as it can be. */
export function conditionOf(value: string): Rule {
  const at = value.indexOf(":");
  const [kind, text] = [value.slice(0, at), value.slice(at + 1)];
  if (kind === "event")
    return { event: text, did: true, count: { op: "any" }, window: { last: { days: 7 } }, where: [] };
  if (kind === "label") return { label: text };
  if (kind === "tribe") return { tribe: text };
  if (kind === "field") return { field: text, op: "in", value: [] };
  const attribute = text as Attribute;
  if (timeAttributes.includes(attribute)) return { attribute, op: "after", value: "" };
  if (attribute === "sessions") return { attribute, op: "atLeast", value: "" };
  return { attribute, op: "in", value: [] };
}

/** A value as a suggestion carries it: with its type. */
const writeValue = (value: Scalar): string => JSON.stringify(value);
export const readValue = (text: string): Scalar => JSON.parse(text) as Scalar;

const typeWords = (value: Scalar): string =>
  typeof value === "string" ? "text" : typeof value === "number" ? "number" : "true or false";

const suggestion = (value: Scalar, hint: string): Suggestion => ({
  value: writeValue(value),
  label: value === "" ? "empty text" : String(value),
  hint,
});

/** What a typed text can stand for with an operator, the likeliest first. `isText` where values are texts: metadata. */
export function typedValues(op: Operator, typed: string, isText: boolean): Suggestion[] {
  const text = typed.trim();
  const read = readNumber(text);
  if (text === "") return [];
  const number0 = "value" in read && read.value !== undefined ? [suggestion(read.value, "number")] : [];
  if (takesNumber(op)) return number0;
  const fits = (value: Scalar) => operandError(op, value) === null;
  if (takesTime(op)) return fits(text) ? [suggestion(text, "date")] : [];
  if (op === "between")
    return [...number0, ...(operandError("before", text) === null ? [suggestion(text, "date")] : [])];
  if (takesText(op)) return fits(text) ? [suggestion(text, op === "semver" ? "version range" : "text")] : [];
  const plain = suggestion(text, "text");
  if (isText) return [plain];
  const flag = text === "true" || text === "false" ? [suggestion(text === "true", "true or false")] : [];
  return [...flag, ...number0, plain];
}

/** What speaks against a typed text; null where nothing does. */
export function typedProblem(op: Operator, typed: string): string | null {
  const read = readNumber(typed);
  if ("problem" in read && (takesNumber(op) || (op === "between" && read.problem !== notANumber)))
    return read.problem;
  const value = takesList(op) ? [typed] : op === "between" ? [typed, typed] : typed;
  return operandError(op, value)?.message ?? null;
}

const day = 86_400_000;
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Days that are often meant, by the platform clock (ms UTC). */
const usualDays = (now: number): Suggestion[] => [
  suggestion(dateOf(now), "today"),
  suggestion(dateOf(now - day), "yesterday"),
  suggestion(dateOf(now - 7 * day), "a week ago"),
  suggestion(dateOf(now - 30 * day), "30 days ago"),
];

/** Values that were really seen, as far as they fit the operator. */
export function seenValues(op: Operator, values: readonly Scalar[], now: number): Suggestion[] {
  const fitting = values.filter((value) => {
    if (takesNumber(op)) return typeof value === "number";
    if (takesTime(op) || op === "between")
      return operandError("before", value) === null || typeof value === "number";
    return takesList(op) ? operandError(op, [value]) === null : operandError(op, value) === null;
  });
  const seen = fitting.map((value) => suggestion(value, typeWords(value)));
  const known = new Set(seen.map(({ value }) => value));
  const days = takesTime(op) || (op === "between" && !fitting.some((one) => typeof one === "number"));
  return days ? [...seen, ...usualDays(now).filter(({ value }) => !known.has(value))] : seen;
}
