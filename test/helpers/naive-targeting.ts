import { satisfies } from "semver";
import type { CollectionContent } from "../../src/core/publication.ts";
import type { Comparison, EventRule, Rule, Scalar } from "../../src/core/rule.ts";
import type { Schedule } from "../../src/core/scenario.ts";
import type { PastEvent } from "../../src/core/targeting/recorded-events.ts";
import type { Subject } from "../../src/core/targeting/subject.ts";
import type { Tribe } from "../../src/core/tribe.ts";

/**
 * The contract's words once more, as plainly as they can be written and with no care for speed: what the engine is
 * compared with. It shares no code with it.
 */
export interface Person {
  readonly subject: Subject;
  readonly events: readonly PastEvent[];
}

const day = 24 * 60 * 60 * 1000;

export const naiveMatching = (tribes: readonly Tribe[], person: Person): string[] => {
  const cut = closingReferences(tribes);
  return tribes.filter((tribe) => inTribe(tribe, { tribes, cut, person })).map((tribe) => tribe.id);
};

interface World {
  readonly tribes: readonly Tribe[];
  /** References that close a cycle, as `from>to`. */
  readonly cut: ReadonlySet<string>;
  readonly person: Person;
}

function closingReferences(tribes: readonly Tribe[]): Set<string> {
  const cut = new Set<string>();
  const done = new Set<string>();
  const visit = (tribe: Tribe, way: readonly string[]) => {
    for (const id of namedIn(tribe.rules)) {
      const next = tribes.find((one) => one.id === id);
      if (way.includes(id)) cut.add(`${tribe.id}>${id}`);
      else if (next !== undefined && !done.has(id)) visit(next, [...way, id]);
    }
    done.add(tribe.id);
  };
  for (const tribe of tribes) if (!done.has(tribe.id)) visit(tribe, [tribe.id]);
  return cut;
}

function namedIn(rule: Rule): string[] {
  if ("all" in rule) return rule.all.flatMap(namedIn);
  if ("any" in rule) return rule.any.flatMap(namedIn);
  if ("not" in rule) return namedIn(rule.not);
  return "tribe" in rule ? [rule.tribe] : [];
}

function inTribe(tribe: Tribe, world: World): boolean {
  const { kind } = world.person.subject;
  if (tribe.audience === "users" && kind !== "known") return false;
  if (tribe.audience === "visitors" && kind !== "visitor") return false;
  return holds(tribe.rules, tribe.id, world);
}

function holds(rule: Rule, within: string, world: World): boolean {
  const { subject, events } = world.person;
  if ("all" in rule) return !rule.all.some((one) => !holds(one, within, world));
  if ("any" in rule) return rule.any.some((one) => holds(one, within, world));
  if ("not" in rule) return !holds(rule.not, within, world);
  if ("label" in rule) return subject.labels.indexOf(rule.label) >= 0;
  if ("tribe" in rule) {
    const found = world.tribes.find((tribe) => tribe.id === rule.tribe);
    return found !== undefined && !world.cut.has(`${within}>${rule.tribe}`) && inTribe(found, world);
  }
  if ("event" in rule) return didIt(rule, events, subject.now) === rule.did;
  if ("field" in rule) {
    const entry = Object.entries(subject.fields).find(([name]) => name === rule.field);
    return compares(rule, entry?.[1]);
  }
  const actual = subject[rule.attribute];
  return rule.attribute.endsWith("At") && typeof actual === "number"
    ? comparesTime(rule, actual)
    : compares(rule, actual);
}

type Value = Scalar | readonly Scalar[] | null | undefined;

function compares({ op, value }: Comparison, actual: Value): boolean {
  if (op === "notEquals") return !compares({ op: "equals", value }, actual);
  if (op === "notIn") return !compares({ op: "in", value }, actual);
  if (op === "exists") return (actual !== undefined && actual !== null) === value;
  if (actual === undefined || actual === null) return false;
  const list = Array.isArray(actual);
  const members: readonly Scalar[] = list ? actual : [actual as Scalar];
  return members.some((member) => comparesOne({ op, value }, member, list));
}

function comparesOne({ op, value }: Comparison, member: Scalar, inList: boolean): boolean {
  const wanted = value as Scalar;
  const [low, high] = [value].flat() as readonly Scalar[];
  switch (op) {
    case "equals":
      return member === wanted;
    case "in":
      return (value as readonly Scalar[]).indexOf(member) >= 0;
    case "contains":
      return (
        (inList && member === wanted) ||
        (typeof member === "string" && typeof wanted === "string" && member.indexOf(wanted) >= 0)
      );
    case "startsWith":
      return typeof member === "string" && member.slice(0, String(wanted).length) === wanted;
    case "endsWith":
      return (
        typeof member === "string" &&
        member.indexOf(String(wanted), member.length - String(wanted).length) >= 0
      );
    case "greaterThan":
      return numberOf(member) > numberOf(wanted);
    case "atLeast":
      return numberOf(member) >= numberOf(wanted);
    case "lessThan":
      return numberOf(member) < numberOf(wanted);
    case "atMost":
      return numberOf(member) <= numberOf(wanted);
    case "between":
      return Number.isNaN(numberOf(low))
        ? timeOf(member) >= timeOf(low) && timeOf(member) <= timeOf(high)
        : numberOf(member) >= numberOf(low) && numberOf(member) <= numberOf(high);
    case "before":
      return timeOf(member) < timeOf(wanted);
    case "after":
      return timeOf(member) > timeOf(wanted);
    case "semver":
      return typeof member === "string" && satisfies(member, String(wanted));
    default:
      throw new Error(op);
  }
}

/** NaN for what is no number: no comparison holds for it. */
function numberOf(value: Scalar | undefined): number {
  if (typeof value === "number") return value;
  if (
    typeof value !== "string" ||
    !/^[+-]?([0-9]+|[0-9]+\.[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(value.trim())
  )
    return Number.NaN;
  const number = Number.parseFloat(value);
  return Math.abs(number) === Number.POSITIVE_INFINITY ? Number.NaN : number;
}

function timeOf(value: Scalar | undefined): number {
  if (typeof value !== "string") return Number.NaN;
  const found = /^(\d\d\d\d)-(\d\d)-(\d\d)(?:[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d))?$/.exec(
    value,
  );
  if (found === null) return Number.NaN;
  const [, y, mo, d, h = "0", mi = "0", s = "0", f = "0", zone = "Z"] = found;
  const date = new Date(0);
  date.setUTCFullYear(Number(y), Number(mo) - 1, Number(d));
  if (date.getUTCMonth() !== Number(mo) - 1 || date.getUTCDate() !== Number(d)) return Number.NaN;
  const sign = zone.startsWith("-") ? -1 : 1;
  const ahead = zone.length === 6 ? sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4))) : 0;
  const minutes = Number(h) * 60 + Number(mi) - ahead;
  return date.getTime() + minutes * 60_000 + Number(s) * 1000 + Math.floor(Number(f) * 1000);
}

function comparesTime({ op, value }: Comparison, actual: number): boolean {
  const values = [value].flat() as Scalar[];
  const [first, second] = values.map(timeOf);
  switch (op) {
    case "equals":
      return actual === first;
    case "notEquals":
      return actual !== first;
    case "in":
      return values.some((one) => timeOf(one) === actual);
    case "notIn":
      return !values.some((one) => timeOf(one) === actual);
    case "before":
      return actual < (first ?? Number.NaN);
    case "after":
      return actual > (first ?? Number.NaN);
    case "between":
      return actual >= (first ?? Number.NaN) && actual <= (second ?? Number.NaN);
    case "exists":
      return value === true;
    default:
      return false;
  }
}

function didIt(rule: EventRule, events: readonly PastEvent[], now: number): boolean {
  const counted = events.filter(
    (event) =>
      event.name === rule.event &&
      event.time > now - 30 * day &&
      event.time <= now &&
      inWindow(rule, event.time, now) &&
      rule.where.every((filter) => {
        const found = event.pairs.filter(([key]) => key === filter.key).map(([, value]) => value);
        const asText = ["equals", "notEquals", "in", "notIn", "contains"].includes(filter.op);
        const value = Array.isArray(filter.value) ? filter.value.map(String) : String(filter.value);
        const comparison = asText ? { op: filter.op, value } : filter;
        return compares(comparison, found.length > 1 ? found : found[0]);
      }),
  ).length;
  if (rule.count.op === "any") return counted > 0;
  const { op, value } = rule.count;
  if (op === "moreThan") return counted > value;
  if (op === "lessThan") return counted < value;
  if (op === "atLeast") return counted === value || counted > value;
  if (op === "atMost") return counted === value || counted < value;
  return counted === value;
}

function inWindow({ window }: EventRule, time: number, now: number): boolean {
  if ("last" in window) return now - ms(window.last) < time && time <= now;
  if ("moreThanAgo" in window) return time <= now - ms(window.moreThanAgo);
  if ("on" in window) return new Date(time).toISOString().slice(0, 10) === window.on;
  if ("before" in window) return time < timeOf(window.before);
  return "after" in window ? time > timeOf(window.after) : true;
}

function ms(length: object): number {
  const { minutes = 0, hours = 0, days = 0 } = length as Record<string, number>;
  return minutes * 60_000 + hours * 3_600_000 + days * day;
}

/** The index of the first scenario that holds, the default being the last. */
export function naiveScenario(
  item: CollectionContent["experiences"][number],
  matching: readonly string[],
  { kind, id, now }: Subject,
): number {
  const found = item.scenarios.findIndex(({ audience, rollout, schedule }, index) => {
    if (index === item.scenarios.length - 1) return true;
    const isKind =
      audience === undefined ||
      audience.kind === "everyone" ||
      (audience.kind === "users") === (kind === "known");
    const { anyOf = [], noneOf = [] } = audience ?? {};
    const isAny = anyOf.length === 0 || anyOf.some((tribe) => matching.includes(tribe));
    const isNone = !noneOf.some((tribe) => matching.includes(tribe));
    const bucket = Number(naiveHash(`${item.id}:${id}`) % 10000n);
    const inRollout = rollout === undefined || bucket < Number((rollout * 100).toFixed(0));
    return isKind && isAny && isNone && inRollout && (schedule == null || naiveOpen(schedule, now));
  });
  return found;
}

const names: readonly string[] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const formats = new Map<string, Intl.DateTimeFormat>();

/** What a clock on the wall shows: the weekday, and the time of day as text. */
function onTheWall(timeZone: string, at: number): { readonly weekday: string; readonly time: string } {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-GB", {
      timeZone,
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  formats.set(timeZone, format);
  const parts = format.formatToParts(at);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return { weekday: of("weekday").toLowerCase(), time: `${of("hour")}:${of("minute")}` };
}

export function naiveOpen({ from, until, days, hours, timeZone }: Schedule, at: number): boolean {
  if (from !== null && at < Date.parse(from)) return false;
  if (until !== null && at >= Date.parse(until)) return false;
  const { weekday, time } = onTheWall(timeZone, at);
  const isDay = (name: string | undefined) => days.length === 0 || days.some((one) => one === name);
  const dayBefore = names[(names.indexOf(weekday) + 6) % 7];
  if (hours === null) return isDay(weekday);
  if (hours.from < hours.to) return isDay(weekday) && time >= hours.from && time < hours.to;
  return (isDay(weekday) && time >= hours.from) || (isDay(dayBefore) && time < hours.to);
}

/** MurmurHash3_x86_32 over the bytes that Node writes, in whole numbers without limits. */
export function naiveHash(text: string): bigint {
  const bytes = Buffer.from(text, "utf8");
  const low = (value: bigint) => BigInt.asUintN(32, value);
  const turn = (value: bigint, by: bigint) => low((value << by) | (value >> (32n - by)));
  const mix = (word: bigint) => low(turn(low(word * 0xcc9e2d51n), 15n) * 0x1b873593n);
  let hash = 0n;
  for (let at = 0; at < bytes.length; at += 4) {
    const part = bytes.subarray(at, at + 4);
    const word = part.reduce((sum, byte, index) => sum + (BigInt(byte) << BigInt(8 * index)), 0n);
    hash ^= mix(word);
    if (part.length === 4) hash = low(turn(hash, 13n) * 5n + 0xe6546b64n);
  }
  hash ^= BigInt(bytes.length);
  hash = low((hash ^ (hash >> 16n)) * 0x85ebca6bn);
  hash = low((hash ^ (hash >> 13n)) * 0xc2b2ae35n);
  return hash ^ (hash >> 16n);
}
