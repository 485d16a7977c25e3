import { type Comparison, type Operand, type Operator, operators, type Scalar } from "../../core/rule.ts";
import { parseNumber } from "../../core/targeting/number.ts";
import { parseTime } from "../../core/targeting/time.ts";
import type { ComparedKind, OperatorWord } from "./sentence-piece.ts";

type Words = Readonly<Record<OperatorWord, string>>;

const fact: Words = {
  equals: "equals",
  notEquals: "does not equal",
  in: "is any of",
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
  exists: "is known",
  missing: "is not known",
  semver: "is a version in",
};

/** "They were first seen …" */
const time: Words = {
  equals: "exactly at",
  notEquals: "not exactly at",
  in: "exactly at any of",
  notIn: "exactly at none of",
  contains: "at a time containing",
  startsWith: "at a time starting with",
  endsWith: "at a time ending with",
  greaterThan: "at more than",
  atLeast: "at at least",
  lessThan: "at less than",
  atMost: "at at most",
  between: "between",
  before: "before",
  after: "after",
  exists: "at a known time",
  missing: "at no known time",
  semver: "at a version in",
};

/** "They had … sessions" */
const sessions: Words = {
  equals: "exactly",
  notEquals: "not exactly",
  in: "any of",
  notIn: "none of",
  contains: "a number containing",
  startsWith: "a number starting with",
  endsWith: "a number ending with",
  greaterThan: "more than",
  atLeast: "at least",
  lessThan: "fewer than",
  atMost: "at most",
  between: "between",
  before: "before",
  after: "after",
  exists: "a known number of",
  missing: "no known number of",
  semver: "a version in",
};

const words: Readonly<Record<ComparedKind, Words>> = { fact, time, sessions };

/** An operator as it reads of what is compared. */
export const operatorWords = (of: ComparedKind, word: OperatorWord): string => words[of][word];

const sensible: Readonly<Record<ComparedKind, readonly OperatorWord[]>> = {
  fact: [...operators.filter((op) => op !== "semver"), "missing", "semver"],
  time: ["before", "after", "between", "exists", "missing"],
  sessions: ["greaterThan", "atLeast", "lessThan", "atMost", "equals", "notEquals", "between", "in"],
};

/** What a menu offers: what makes sense there, and what stands there now. */
export function operatorChoices(of: ComparedKind, now: OperatorWord): readonly OperatorWord[] {
  return sensible[of].includes(now) ? sensible[of] : [...sensible[of], now];
}

/** A rule's operator as a word; `exists: false` is one of its own. */
export const wordOf = ({ op, value }: Comparison): OperatorWord =>
  op === "exists" && value === false ? "missing" : op;

/** Operators that compare with a list, two ends, a number, a time or a text; the others take any one value. */
export const takesList = (op: Operator): boolean => op === "in" || op === "notIn";
export const takesNumber = (op: Operator): boolean =>
  op === "greaterThan" || op === "atLeast" || op === "lessThan" || op === "atMost";
export const takesTime = (op: Operator): boolean => op === "before" || op === "after";
export const takesText = (op: Operator): boolean =>
  op === "startsWith" || op === "endsWith" || op === "semver";

/**
 * The comparison with another operator, and with as much of its value as fits that one. What is left open is an empty
 * text, which no number, date or list can be: it shows as a blank to fill in.
 */
export function withOperator<C extends Comparison>(comparison: C, word: OperatorWord): C {
  if (word === wordOf(comparison)) return comparison;
  if (word === "missing") return { ...comparison, op: "exists", value: false };
  if (word === "exists") return { ...comparison, op: "exists", value: true };
  const { op, value } = comparison;
  return { ...comparison, op: word, value: fitting(word, op === "exists" ? [] : value) };
}

function fitting(op: Operator, value: Operand): Operand {
  const members: readonly Scalar[] = typeof value === "object" ? value : [value];
  const given = members.filter((one) => one !== "");
  if (takesList(op)) return given;
  if (op === "between") return [ends(given[0]), ends(given[1] ?? given[0])];
  const first = given[0] ?? "";
  if (takesNumber(op)) return parseNumber(first) ?? "";
  if (takesTime(op)) return typeof first === "string" && parseTime(first) !== null ? first : "";
  return takesText(op) ? String(first) : first;
}

const ends = (value: Scalar | undefined): Scalar => {
  if (typeof value === "string" && parseTime(value) !== null) return value;
  return parseNumber(value) ?? "";
};
