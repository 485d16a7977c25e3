import type { Comparison, Operand, Operator, Scalar } from "../rule.ts";
import type { FieldValue } from "../user.ts";
import { parseNumber } from "./number.ts";
import { inRange, parseRange } from "./semver.ts";
import { parseTimeAgain } from "./time.ts";

/** What there is of one thing: nothing, one value, or a list. */
export type Actual = FieldValue | null | undefined;
/** Whatever has values by name. A person has fields; attributes and an event's metadata are handed over as such. */
export interface Holder {
  readonly fields: Readonly<Record<string, Actual>>;
}
type Test = (holder: Holder) => boolean;

/** How values of one origin are read: fields, times and metadata are not kept alike. */
export interface Reading {
  /** What equals, in and contains compare with, given as those values are. */
  readonly operand: (value: Scalar) => Scalar;
  /** Whether any of them counts as a number. */
  readonly hasNumbers: boolean;
  /** ms since 1970 UTC. */
  readonly time: (value: Scalar) => number | null;
}

const timeOfText = (value: Scalar) => (typeof value === "string" ? parseTimeAgain(value) : null);

/** Fields keep their types: "34" is not 34, but counts as a number where numbers are compared. */
export const fieldReading: Reading = { operand: (value) => value, hasNumbers: true, time: timeOfText };
/** The values of metadata are texts. */
export const metadataReading: Reading = { ...fieldReading, operand: String };
/** Times are kept in ms; they are no numbers to a rule. */
export const timeReading: Reading = {
  operand: (value) => timeOfText(value) ?? String(value),
  hasNumbers: false,
  time: (value) => (typeof value === "number" ? value : null),
};

/**
 * How much of a list an operator looks at where looking is dear, so that no rule can keep the process busy: `contains` finds
 * parts within as many characters of its members, `semver` reads as many members.
 */
const operatorLimits = { partsWithin: 8192, versions: 8 } as const;

type Compile = (name: string, operand: Operand, reading: Reading) => Test;

/**
 * Every operator: of what, what it wants, and how values are read. An operand is read once, here; one that does not fit
 * (a rule that was checked has none) makes a test that nothing passes.
 */
const operatorTests: Readonly<Record<Operator, Compile>> = {
  equals,
  notEquals: (...wanted) => not(equals(...wanted)),
  in: among,
  notIn: (...wanted) => not(among(...wanted)),
  contains,
  startsWith: onText(
    (name, part, others) => (holder) => {
      const actual = holder.fields[name];
      return typeof actual === "string" ? actual.startsWith(part) : others(actual);
    },
    (text, part) => text.startsWith(part),
  ),
  endsWith: onText(
    (name, part, others) => (holder) => {
      const actual = holder.fields[name];
      return typeof actual === "string" ? actual.endsWith(part) : others(actual);
    },
    (text, part) => text.endsWith(part),
  ),
  greaterThan: onNumber(
    (name, bound, others) => (holder) => {
      const actual = holder.fields[name];
      return typeof actual === "number" ? actual > bound : others(actual);
    },
    (number, bound) => number > bound,
  ),
  atLeast: onNumber(
    (name, bound, others) => (holder) => {
      const actual = holder.fields[name];
      return typeof actual === "number" ? actual >= bound : others(actual);
    },
    (number, bound) => number >= bound,
  ),
  lessThan: onNumber(
    (name, bound, others) => (holder) => {
      const actual = holder.fields[name];
      return typeof actual === "number" ? actual < bound : others(actual);
    },
    (number, bound) => number < bound,
  ),
  atMost: onNumber(
    (name, bound, others) => (holder) => {
      const actual = holder.fields[name];
      return typeof actual === "number" ? actual <= bound : others(actual);
    },
    (number, bound) => number <= bound,
  ),
  between,
  before: onTime((time, bound) => time < bound),
  after: onTime((time, bound) => time > bound),
  exists: (name, operand) => (operand === true ? isThere(name) : not(isThere(name))),
  semver,
};

/** The test that a comparison asks of the value with a name. It never throws. */
export const compileComparison = ({ op, value }: Comparison, name: string, reading = fieldReading): Test =>
  operatorTests[op](name, value, reading);

// Each test reads its value itself, and meets the usual case, a plain value, before any other: decisions consist of these.

const nothing: Test = () => false;
const not =
  (test: Test): Test =>
  (holder) =>
    !test(holder);

const isThere =
  (name: string): Test =>
  (holder) => {
    const actual = holder.fields[name];
    return actual !== undefined && actual !== null;
  };

type ScalarTest = (value: Scalar) => boolean;

/** A list passes when any member does; what is missing does not. */
function passes(actual: Actual, test: ScalarTest): boolean {
  if (actual === undefined || actual === null) return false;
  return typeof actual === "object" ? actual.some(test) : test(actual);
}
const onEach =
  (name: string, test: ScalarTest): Test =>
  (holder) =>
    passes(holder.fields[name], test);

const isScalar = (operand: Operand): operand is Scalar => typeof operand !== "object";
const members = (operand: Operand): readonly Scalar[] => (isScalar(operand) ? [operand] : operand);

function equals(name: string, operand: Operand, reading: Reading): Test {
  if (!isScalar(operand)) return nothing;
  const wanted = reading.operand(operand);
  return (holder) => {
    const actual = holder.fields[name];
    return actual === wanted || (typeof actual === "object" && actual?.includes(wanted) === true);
  };
}

function among(name: string, operand: Operand, reading: Reading): Test {
  const wanted = new Set<Actual>(members(operand).map(reading.operand));
  return (holder) => {
    const actual = holder.fields[name];
    if (typeof actual !== "object") return wanted.has(actual);
    return actual?.some((value) => wanted.has(value)) === true;
  };
}

/** In a text, a part of it; in a list, a member, or a part of a member. */
function contains(name: string, operand: Operand, reading: Reading): Test {
  if (!isScalar(operand)) return nothing;
  const wanted = reading.operand(operand);
  const hasPart = (value: Actual) =>
    typeof value === "string" && typeof wanted === "string" && value.includes(wanted);
  return (holder) => {
    const actual = holder.fields[name];
    if (typeof actual !== "object") return hasPart(actual);
    let looked = 0;
    return (
      actual?.some((value) => {
        if (value === wanted) return true;
        if (typeof value !== "string" || looked >= operatorLimits.partsWithin) return false;
        looked += value.length;
        return hasPart(value);
      }) === true
    );
  };
}

function onText(
  plain: (name: string, part: string, others: (actual: Actual) => boolean) => Test,
  compare: (text: string, part: string) => boolean,
): Compile {
  return (name, part) => {
    if (typeof part !== "string") return nothing;
    const test = (value: Scalar) => typeof value === "string" && compare(value, part);
    return plain(name, part, (actual) => passes(actual, test));
  };
}

/** `plain` is written out for each operator: a decision is made of these, and every call within one is felt. */
function onNumber(
  plain: (name: string, bound: number, others: (actual: Actual) => boolean) => Test,
  compare: (number: number, bound: number) => boolean,
): Compile {
  return (name, operand, reading) => {
    const bound = parseNumber(operand);
    if (bound === null || !reading.hasNumbers) return nothing;
    const test = (value: Scalar) => {
      const number = parseNumber(value);
      return number !== null && compare(number, bound);
    };
    return plain(name, bound, (actual) => passes(actual, test));
  };
}

function onTime(compare: (time: number, bound: number) => boolean): Compile {
  return (name, operand, reading) => {
    const bound = isScalar(operand) ? timeOfText(operand) : null;
    if (bound === null) return nothing;
    return onEach(name, (value) => {
      const time = reading.time(value);
      return time !== null && compare(time, bound);
    });
  };
}

/** Both ends belong to it. Two numbers compare numbers, two dates compare times. */
function between(name: string, operand: Operand, reading: Reading): Test {
  const numbers = reading.hasNumbers ? within(operand, parseNumber, parseNumber) : null;
  const test = numbers ?? within(operand, timeOfText, reading.time);
  return test === null ? nothing : onEach(name, test);
}

type Read = (value: Scalar) => number | null;

function within(operand: Operand, readEnd: Read, read: Read): ScalarTest | null {
  const [low, high] = members(operand).map(readEnd);
  if (low === undefined || low === null || high === undefined || high === null) return null;
  return (value) => {
    const number = read(value);
    return number !== null && number >= low && number <= high;
  };
}

function semver(name: string, operand: Operand): Test {
  const range = typeof operand === "string" ? parseRange(operand) : null;
  if (range === null) return nothing;
  const test = (value: Scalar) => typeof value === "string" && inRange(range, value);
  return (holder) => {
    const actual = holder.fields[name];
    return passes(Array.isArray(actual) ? actual.slice(0, operatorLimits.versions) : actual, test);
  };
}
