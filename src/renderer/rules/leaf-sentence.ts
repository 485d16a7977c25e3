import {
  type Attribute,
  type AttributeRule,
  type Comparison,
  type CountOperator,
  type EventRule,
  type FieldRule,
  type Length,
  type MetadataFilter,
  ruleLimits,
  type Scalar,
  type Window,
} from "../../core/rule.ts";
import { operandError } from "../../core/targeting/operand-error.ts";
import { parseTime } from "../../core/targeting/time.ts";
import { consoleLocale } from "../text/format.ts";
import { operatorWords, takesList, takesTime, wordOf } from "./operator-words.ts";
import type { Path } from "./rule-path.ts";
import type { Blank, ComparedKind, Piece } from "./sentence-piece.ts";

export const text = (words: string): Piece => ({ is: "text", text: words });
export const blank = (made: Blank, path: Path, words: string): Piece => ({
  is: "blank",
  blank: made,
  path,
  words,
});

/** A blank that holds a text; an empty one is still to be filled in. */
export const named = (
  kind: "field" | "label" | "tribe" | "event" | "key",
  value: string,
  path: Path,
  words = value,
): Piece => blank({ kind, value }, path, words === "" ? "…" : words);

export const fieldPieces = (rule: FieldRule, path: Path): Piece[] => [
  text("their"),
  named("field", rule.field, [...path, "field"]),
  ...comparisonPieces(rule, path, "fact"),
];

export const attributeWords: Readonly<Record<Attribute, string>> = {
  platform: "platform",
  locale: "locale",
  timeZone: "time zone",
  kind: "kind",
  createdAt: "created",
  firstSeenAt: "first seen",
  lastSeenAt: "last seen",
  sessions: "sessions",
};

const attributeKinds: Readonly<Record<Attribute, ComparedKind>> = {
  platform: "fact",
  locale: "fact",
  timeZone: "fact",
  kind: "fact",
  createdAt: "time",
  firstSeenAt: "time",
  lastSeenAt: "time",
  sessions: "sessions",
};

export function attributePieces(rule: AttributeRule, path: Path): Piece[] {
  const { attribute } = rule;
  const of = attributeKinds[attribute];
  const name = blank(
    { kind: "attribute", value: attribute },
    [...path, "attribute"],
    attributeWords[attribute],
  );
  const compared = comparisonPieces(rule, path, of);
  if (of === "sessions") return [text("they had"), ...compared, name];
  return [text(of === "time" ? "they were" : "their"), name, ...compared];
}

/** The operator and what it compares with. */
export function comparisonPieces(rule: Comparison, path: Path, of: ComparedKind): Piece[] {
  const word = wordOf(rule);
  const operator = blank({ kind: "op", value: word, of }, path, operatorWords(of, word));
  return rule.op === "exists" ? [operator] : [operator, ...operandPieces(rule, [...path, "value"])];
}

function operandPieces({ op, value }: Comparison, path: Path): Piece[] {
  if (typeof value !== "object") return [valuePiece({ op, value }, path)];
  const values = value.map((one, index) => valuePiece({ op, value: one }, [...path, index]));
  if (op === "between") return values.flatMap((one, index) => (index === 0 ? [one] : [text("and"), one]));
  const listed = values.map((one): Piece => (one.is === "blank" ? { ...one, listed: true } : one));
  return takesList(op) ? [...listed, { is: "add", adds: "value", path, words: "value" }] : listed;
}

const valuePiece = ({ op, value }: { op: Comparison["op"]; value: Scalar }, path: Path): Piece =>
  blank({ kind: "value", value, op }, path, valueWords(value, op));

function valueWords(value: Scalar, op: Comparison["op"]): string {
  if (value === "") return op !== "between" && operandError(op, value) === null ? "empty text" : "…";
  if (typeof value === "string" && (takesTime(op) || op === "between")) return timeWords(value);
  return String(value);
}

const countWords: Readonly<Record<CountOperator, string>> = {
  any: "at least once",
  atLeast: "at least",
  moreThan: "more than",
  exactly: "exactly",
  atMost: "at most",
  lessThan: "fewer than",
};
/** Said of what was not done, at least once is even once. */
export const countWord = (op: CountOperator, did: boolean): string =>
  op === "any" && !did ? "even once" : countWords[op];

export function eventPieces(rule: EventRule, path: Path): Piece[] {
  const { event, did, window } = rule;
  const at = (member: string): Path => [...path, member];
  return [
    text("they"),
    blank({ kind: "did", value: did }, at("did"), did ? "did" : "did not"),
    ...(did ? [] : [text("do")]),
    named("event", event, at("event")),
    ...countPieces(rule, at("count")),
    blank({ kind: "window", value: window }, at("window"), windowWords(window)),
    ...wherePieces(rule.where, at("where")),
  ];
}

function countPieces({ count, did }: EventRule, path: Path): Piece[] {
  const word = blank({ kind: "count", value: count.op }, path, countWord(count.op, did));
  if (count.op === "any") return [word];
  const { value } = count;
  const times = blank({ kind: "times", value }, [...path, "value"], String(value));
  return [word, times, text(value === 1 ? "time" : "times")];
}

const ordinals = ["where", "second filter", "third filter"];

/** Filters; several of them stand on lines of their own. */
function wherePieces(where: readonly MetadataFilter[], path: Path): Piece[] {
  const line: Piece[] = where.length > 1 ? [{ is: "line" }] : [];
  const filters = where.flatMap((filter, index): Piece[] => [
    ...(index === 0 ? [text(","), ...line, text("where")] : [{ is: "line" } as const, text("and")]),
    named("key", filter.key, [...path, index, "key"]),
    ...comparisonPieces(filter, [...path, index], "fact"),
  ]);
  const words = ordinals[where.length];
  if (words === undefined || where.length >= ruleLimits.where) return filters;
  return [...filters, { is: "add", adds: "filter", path, words }];
}

const day = new Intl.DateTimeFormat(consoleLocale, {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const wholeDay = 86_400_000;

/** A date or a time of a rule: 1 Nov 2026, with the time where it is not midnight. UTC, as rules are read; as written where it is no time. */
function timeWords(text: string): string {
  const ms = parseTime(text);
  if (ms === null) return text;
  const date = day.format(ms);
  return ms % wholeDay === 0 ? date : `${date}, ${new Date(ms).toISOString().slice(-13, -5)} UTC`;
}

/** A length: "7 days", "1 hour". */
function lengthWords(length: Length): string {
  const [amount, unit] =
    "minutes" in length
      ? [length.minutes, "minute"]
      : "hours" in length
        ? [length.hours, "hour"]
        : [length.days, "day"];
  return amount === 1 ? `1 ${unit}` : `${amount} ${unit}s`;
}

/** A window as a sentence has it: "in the last 7 days". */
export function windowWords(window: Window): string {
  if ("last" in window) return `in the last ${lengthWords(window.last)}`;
  if ("moreThanAgo" in window) return `more than ${lengthWords(window.moreThanAgo)} ago`;
  if ("on" in window) return `on ${timeWords(window.on)}`;
  if ("before" in window) return `before ${timeWords(window.before)}`;
  if ("after" in window) return `after ${timeWords(window.after)}`;
  return "at any time";
}
