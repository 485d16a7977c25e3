import { characters } from "../characters.ts";
import { type Operator, ruleLimits } from "../rule.ts";
import { parseNumber } from "./number.ts";
import { isSemverRange, longestRange } from "./semver.ts";
import { parseTime } from "./time.ts";

/** What is wrong with an operand, in words, and in which member of it where it is a list. */
interface OperandError {
  readonly path: readonly number[];
  readonly message: string;
}
type Check = (value: unknown) => string | null;

const tooLong = (value: unknown, most: number = ruleLimits.text): string | null =>
  typeof value === "string" && characters(value) > most ? `must be at most ${most} characters` : null;

const text: Check = (value) => tooLong(value) ?? (typeof value === "string" ? null : "must be a string");
const scalar: Check = (value) => {
  const fits = typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
  return tooLong(value) ?? (fits ? null : "must be a string, number or boolean");
};
const number: Check = (value) => tooLong(value) ?? (parseNumber(value) === null ? "must be a number" : null);
const time: Check = (value) =>
  tooLong(value) ?? (timeOf(value) === null ? "must be a date (2026-11-20) or an RFC 3339 time" : null);
const flag: Check = (value) => (typeof value === "boolean" ? null : "must be true or false");
const range: Check = (value) =>
  tooLong(value, longestRange) ??
  (typeof value === "string" && isSemverRange(value) ? null : "must be an npm version range such as ^1.2.0");

const timeOf = (value: unknown): number | null => (typeof value === "string" ? parseTime(value) : null);

const at = (path: readonly number[], message: string | null): OperandError | null =>
  message === null ? null : { path, message };
const one =
  (check: Check) =>
  (value: unknown): OperandError | null =>
    at([], check(value));

/** Its length comes first: no list is so long that reading it takes time. */
function list(value: unknown): OperandError | null {
  if (!Array.isArray(value)) return at([], "must be a list of strings, numbers or booleans");
  if (value.length === 0) return at([], "must name at least one");
  if (value.length > ruleLimits.list) return at([], `must have at most ${ruleLimits.list} items`);
  const wrong = value.findIndex((member) => scalar(member) !== null);
  return wrong < 0 ? null : at([wrong], scalar(value[wrong]));
}

function ends(value: unknown): OperandError | null {
  const wanted = "must be two numbers or two dates";
  if (!Array.isArray(value) || value.length !== 2) return at([], wanted);
  const long = value.findIndex((member) => tooLong(member) !== null);
  if (long >= 0) return at([long], tooLong(value[long]));
  for (const read of [parseNumber, timeOf]) {
    const [low, high] = value.map(read);
    if (typeof low === "number" && typeof high === "number")
      return low <= high ? null : at([], "must have the lower end first");
  }
  const wrong = value.findIndex((member) => parseNumber(member) === null && timeOf(member) === null);
  return at(wrong < 0 ? [] : [wrong], wanted);
}

const checks: Readonly<Record<Operator, (value: unknown) => OperandError | null>> = {
  equals: one(scalar),
  notEquals: one(scalar),
  in: list,
  notIn: list,
  contains: one(scalar),
  startsWith: one(text),
  endsWith: one(text),
  greaterThan: one(number),
  atLeast: one(number),
  lessThan: one(number),
  atMost: one(number),
  between: ends,
  before: one(time),
  after: one(time),
  exists: one(flag),
  semver: one(range),
};

/** Why a value is none that the operator compares with, or null where it is one. */
export const operandError = (op: Operator, value: unknown): OperandError | null => checks[op](value);
