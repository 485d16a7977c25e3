import type { Comparison, Operand, Operator, Scalar } from "../rule.ts";
import type { FieldValue } from "../user.ts";
import { parseNumber } from "./number.ts";
import { inRange, parseRange } from "./semver.ts";
import { parseTimeAgain } from "./time.ts";

/** What a person has of a field: nothing, one value, or a list. */
export type Actual = FieldValue | null | undefined;
export type Test = (actual: Actual) => boolean;

/** How values of one origin are read: fields, times and metadata are not kept alike. */
export interface Reading {
  /** What equals, in and contains compare with, given as those values are. */
  operand(value: Scalar): Scalar;
  number(value: Scalar): number | null;
  /** ms since 1970 UTC. */
  time(value: Scalar): number | null;
}

const timeOfText = (value: Scalar) => (typeof value === "string" ? parseTimeAgain(value) : null);

/** Fields keep their types: "34" is not 34, but counts as a number where numbers are compared. */
export const fieldReading: Reading = { operand: (value) => value, number: parseNumber, time: timeOfText };
/** The values of metadata are texts. */
export const metadataReading: Reading = { ...fieldReading, operand: String };
/** Times are kept in ms; they are no numbers to a rule. */
export const timeReading: Reading = {
  operand: (value) => timeOfText(value) ?? String(value),
  number: () => null,
  time: (value) => (typeof value === "number" ? value : null),
};

/**
 * How much of a list an operator looks at where looking is dear, so that no rule can keep the process busy: `contains` finds
 * parts within as many characters of its members, `semver` reads as many members.
 */
export const operatorLimits = { partsWithin: 8192, versions: 8 } as const;

type Compile = (operand: Operand, reading: Reading) => Test;

/**
 * Every operator: what it wants, then what there is. An operand is read once, here; one that does not fit (a rule that
 * was checked has none) makes a test that nothing passes.
 */
const operatorTests: Readonly<Record<Operator, Compile>> = {
  equals,
  notEquals: (operand, reading) => not(equals(operand, reading)),
  in: among,
  notIn: (operand, reading) => not(among(operand, reading)),
  contains,
  startsWith: onText((text, part) => text.startsWith(part)),
  endsWith: onText((text, part) => text.endsWith(part)),
  greaterThan: onNumber((number, bound) => number > bound),
  atLeast: onNumber((number, bound) => number >= bound),
  lessThan: onNumber((number, bound) => number < bound),
  atMost: onNumber((number, bound) => number <= bound),
  between,
  before: onTime((time, bound) => time < bound),
  after: onTime((time, bound) => time > bound),
  exists: (operand) => (operand === true ? isThere : not(isThere)),
  semver,
};

/** The test that a comparison asks for. It never throws. */
export const compileComparison = ({ op, value }: Comparison, reading: Reading = fieldReading): Test =>
  operatorTests[op](value, reading);

const isThere: Test = (actual) => actual !== undefined && actual !== null;
const nothing: Test = () => false;
const not =
  (test: Test): Test =>
  (actual) =>
    !test(actual);

/** A list passes when any member does; what is missing does not. */
const anyMember =
  (test: (value: Scalar) => boolean): Test =>
  (actual) => {
    if (actual === undefined || actual === null) return false;
    return typeof actual === "object" ? actual.some(test) : test(actual);
  };

const isScalar = (operand: Operand): operand is Scalar => typeof operand !== "object";
const members = (operand: Operand): readonly Scalar[] => (isScalar(operand) ? [operand] : operand);

function equals(operand: Operand, reading: Reading): Test {
  if (!isScalar(operand)) return nothing;
  const wanted = reading.operand(operand);
  return (actual) => actual === wanted || (typeof actual === "object" && actual?.includes(wanted) === true);
}

function among(operand: Operand, reading: Reading): Test {
  const wanted = new Set(members(operand).map(reading.operand));
  return anyMember((value) => wanted.has(value));
}

/** In a text, a part of it; in a list, a member, or a part of a member. */
function contains(operand: Operand, reading: Reading): Test {
  if (!isScalar(operand)) return nothing;
  const wanted = reading.operand(operand);
  const hasPart = (value: Scalar) =>
    typeof value === "string" && typeof wanted === "string" && value.includes(wanted);
  return (actual) => {
    if (actual === undefined || actual === null) return false;
    if (typeof actual !== "object") return hasPart(actual);
    let looked = 0;
    return actual.some((value) => {
      if (value === wanted) return true;
      if (typeof value !== "string" || looked >= operatorLimits.partsWithin) return false;
      looked += value.length;
      return hasPart(value);
    });
  };
}

function onText(passes: (text: string, part: string) => boolean): Compile {
  return (part) =>
    typeof part === "string"
      ? anyMember((value) => typeof value === "string" && passes(value, part))
      : nothing;
}

function onNumber(passes: (number: number, bound: number) => boolean): Compile {
  return (operand, reading) => {
    const bound = parseNumber(operand);
    if (bound === null) return nothing;
    return anyMember((value) => {
      const number = reading.number(value);
      return number !== null && passes(number, bound);
    });
  };
}

function onTime(passes: (time: number, bound: number) => boolean): Compile {
  return (operand, reading) => {
    const bound = isScalar(operand) ? timeOfText(operand) : null;
    if (bound === null) return nothing;
    return anyMember((value) => {
      const time = reading.time(value);
      return time !== null && passes(time, bound);
    });
  };
}

/** Both ends belong to it. Two numbers compare numbers, two dates compare times. */
function between(operand: Operand, reading: Reading): Test {
  return within(operand, parseNumber, reading.number) ?? within(operand, timeOfText, reading.time) ?? nothing;
}

type Read = (value: Scalar) => number | null;

function within(operand: Operand, readEnd: Read, read: Read): Test | null {
  const [low, high] = members(operand).map(readEnd);
  if (low === undefined || low === null || high === undefined || high === null) return null;
  return anyMember((value) => {
    const number = read(value);
    return number !== null && number >= low && number <= high;
  });
}

function semver(operand: Operand): Test {
  const range = typeof operand === "string" ? parseRange(operand) : null;
  if (range === null) return nothing;
  const holds = (value: Scalar) => typeof value === "string" && inRange(range, value);
  return (actual) =>
    Array.isArray(actual) ? actual.slice(0, operatorLimits.versions).some(holds) : anyMember(holds)(actual);
}
