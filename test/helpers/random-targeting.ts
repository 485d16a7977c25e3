import type { CollectionContent } from "../../src/core/publication.ts";
import { type Operator, operators, type Rule, type Scalar } from "../../src/core/rule.ts";
import type { Schedule } from "../../src/core/scenario.ts";
import type { PastEvent } from "../../src/core/targeting/recorded-events.ts";
import type { Subject } from "../../src/core/targeting/subject.ts";
import type { Tribe } from "../../src/core/tribe.ts";
import { weekdays } from "../../src/core/weekdays.ts";
import type { Random } from "./random.ts";
import { bannerOf, ruleOf, subjectOf, tribeOf } from "./targeting.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Values that are nearly alike, so that comparisons go both ways. */
const scalars: readonly Scalar[] = [
  "gold",
  "Gold",
  "golden",
  "old",
  "",
  "34",
  " 34 ",
  "3.4e1",
  "0x22",
  "-1",
  "1e999",
  "true",
  "2026-11-20",
  "2026-11-20T10:00:00Z",
  "2026-11-20T11:00:00+01:00",
  "2026-02-30",
  "1.2.3",
  "v1.9.0",
  "2.0.0-beta.1",
  0,
  34,
  34.5,
  -1,
  1e21,
  true,
  false,
];
const numbers: readonly Scalar[] = [-1, 0, 34, "34", " 3.4e1", "34.5", 1e21];
const dates = ["2026-11-19", "2026-11-20", "2026-11-20T10:00:00Z", "2026-11-20T12:00:00+02:00", "2026-12-01"];
const ranges = ["^1.2.0", "1.x", ">=2.0.0-alpha", "*", "<1.5.0 || 2.x"];
const fields = ["plan", "age", "tags", "constructor", "__proto__"];
const eventNames = ["movie/watched", "movie/started"];
const keys = ["genre", "length"];
const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "America/St_Johns",
];

/** Moments around which clocks are set, and a plain one. */
const moments = [
  "2026-11-20T10:00:00Z",
  "2026-03-29T01:00:00Z",
  "2026-10-25T01:00:00Z",
  "2026-11-01T06:00:00Z",
  "2026-03-08T07:00:00Z",
  "2026-04-04T15:00:00Z",
  "2026-10-03T15:30:00Z",
].map((text) => Date.parse(text));

const times = <T>(random: Random, most: number, make: () => T): T[] =>
  Array.from({ length: random.below(most + 1) }, make);
const sorted = (list: readonly Scalar[], value: (one: Scalar) => number) =>
  [...list].sort((a, b) => value(a) - value(b));

function randomOperand(random: Random, op: Operator): unknown {
  switch (op) {
    case "in":
    case "notIn":
      return [random.pick(scalars), ...times(random, 3, () => random.pick(scalars))];
    case "greaterThan":
    case "atLeast":
    case "lessThan":
    case "atMost":
      return random.pick(numbers);
    case "between":
      return random.below(2) === 0
        ? sorted([random.pick(numbers), random.pick(numbers)], Number)
        : sorted([random.pick(dates), random.pick(dates)], (date) => Date.parse(String(date)));
    case "before":
    case "after":
      return random.pick(dates);
    case "exists":
      return random.below(2) === 0;
    case "semver":
      return random.pick(ranges);
    case "startsWith":
    case "endsWith":
      return String(random.pick(scalars));
    default:
      return random.pick(scalars);
  }
}

function randomComparison(random: Random): object {
  const op = random.pick(operators);
  return { op, value: randomOperand(random, op) };
}

const lengths = [
  { minutes: 30 },
  { hours: 1 },
  { hours: 12 },
  { days: 1 },
  { days: 7 },
  { days: 30 },
  { days: 45 },
];
const length = (random: Random) => random.pick(lengths);

const windows: readonly ((random: Random) => object)[] = [
  (random) => ({ last: length(random) }),
  (random) => ({ moreThanAgo: length(random) }),
  (random) => ({ on: new Date(random.pick(moments) - random.below(3) * day).toISOString().slice(0, 10) }),
  (random) => ({ before: new Date(random.pick(moments) - random.below(3) * day).toISOString() }),
  (random) => ({ after: new Date(random.pick(moments) - random.below(3) * day).toISOString().slice(0, 10) }),
  () => ({ anyTime: true }),
];

function randomEventRule(random: Random): object {
  const op = random.pick(["any", "atLeast", "moreThan", "exactly", "atMost", "lessThan"]);
  return {
    event: random.pick(eventNames),
    did: random.below(4) > 0,
    count: op === "any" ? { op } : { op, value: random.below(4) },
    window: random.pick(windows)(random),
    where: times(random, 3, () => ({ key: random.pick(keys), ...randomComparison(random) })),
  };
}

const attributeNames = [
  "platform",
  "locale",
  "timeZone",
  "kind",
  "createdAt",
  "firstSeenAt",
  "lastSeenAt",
  "sessions",
];

export function randomRule(random: Random, depth: number, tribeIds: readonly string[]): object {
  const inner = () => randomRule(random, depth - 1, tribeIds);
  const kind = random.below(depth > 0 ? 12 : 8);
  if (kind < 3) return { field: random.pick(fields), ...randomComparison(random) };
  if (kind === 3) return { attribute: random.pick(attributeNames), ...randomComparison(random) };
  if (kind === 4) return { label: random.pick(["vip", "beta", "VIP"]) };
  if (kind === 5) return { tribe: random.pick([...tribeIds, "gone"]) };
  if (kind < 8) return randomEventRule(random);
  if (kind === 8) return { not: inner() };
  return kind === 9 ? { all: times(random, 4, inner) } : { any: times(random, 4, inner) };
}

/** Tribes that may refer to each other in any way, cycles among them; stored as they would be. */
export function randomTribes(random: Random): Tribe[] {
  const ids = ["t0", "t1", "t2", "t3"].slice(0, 1 + random.below(4));
  return ids.map((id) =>
    tribeOf(
      id,
      ruleOf(randomRule(random, 3, ids)) satisfies Rule,
      random.pick(["everyone", "everyone", "users", "visitors"] as const),
    ),
  );
}

const clock = (random: Random) =>
  `${String(random.below(24)).padStart(2, "0")}:${random.pick(["00", "15", "30", "59"])}`;

/** Hours that clocks skip or repeat, and few enough that from and to are often the same. */
const hoursOfDay = ["00:00", "01:30", "02:00", "03:00"];

export function randomSchedule(random: Random): Schedule {
  const start = random.pick(moments) + random.below(5) * hour;
  return {
    from: random.below(3) === 0 ? new Date(start).toISOString() : null,
    until: random.below(3) === 0 ? new Date(start + (1 + random.below(72)) * hour).toISOString() : null,
    days: [...new Set(times(random, 4, () => random.pick(weekdays)))],
    hours:
      random.below(3) > 0
        ? { from: random.pick(hoursOfDay), to: random.pick([...hoursOfDay, clock(random)]) }
        : null,
    timeZone: random.pick(zones),
  };
}

/** A Collection of one Experience with up to five scenarios before the default: more than are written out in `firstMatch`. */
export function randomContent(random: Random): CollectionContent {
  const ids = () => times(random, 2, () => random.pick(["t0", "t1", "t2", "t3", "gone"]));
  const scenarios = times(random, 5, () => ({
    audience: {
      kind: random.pick(["everyone", "users", "visitors"] as const),
      anyOf: ids(),
      noneOf: ids(),
    },
    rollout: random.pick([100, 100, 50, 0.01, 99.99, random.below(10_001) / 100]),
    schedule: random.below(2) === 0 ? randomSchedule(random) : null,
  }));
  return bannerOf(
    [...scenarios, {}].map((targeting, index) => ({
      id: `scn_${index}`,
      name: `Scenario ${index}`,
      ...targeting,
      serve: { enabled: random.below(5) > 0, data: { index } },
    })),
  );
}

function randomFields(random: Random): Subject["fields"] {
  const value = () =>
    random.below(3) === 0 ? times(random, 3, () => random.pick(scalars)) : random.pick(scalars);
  const chosen = fields.filter(() => random.below(2) === 0);
  return Object.fromEntries(chosen.map((name) => [name, value()]));
}

/** Near what a window's edge may be: a length ago or a midnight, give or take a ms. */
const edge = (random: Random, now: number): number => {
  const lengths = [0, 30 * minute, hour, 12 * hour, day, 7 * day, 30 * day, random.below(32 * day), -hour];
  const midnight = (Math.floor(random.pick(moments) / day) - random.below(3)) * day;
  const at = random.below(3) === 0 ? midnight : now - random.pick(lengths);
  return at + random.below(3) - 1;
};

export function randomEvents(random: Random, now: number): PastEvent[] {
  return times(random, 8, () => ({
    id: `e${random.below(1_000_000)}`,
    name: random.pick(eventNames),
    time: edge(random, now),
    pairs: times(random, 3, () => [random.pick(keys), String(random.pick(scalars))] as const),
  }));
}

export const randomNow = (random: Random): number =>
  random.pick(moments) + (random.below(8 * 24 * 4) - 4 * 24 * 4) * 15 * minute + random.below(3) - 1;

/** Someone, at some time, who has done nothing yet. */
export function randomSubject(random: Random): Subject {
  const seen = () => (random.below(3) === 0 ? null : Date.parse(random.pick(dates)));
  const maybe = (value: string) => (random.below(3) === 0 ? null : value);
  return subjectOf({
    kind: random.pick(["known", "visitor"]),
    id: `user-${random.below(1000)}`,
    fields: randomFields(random),
    labels: times(random, 2, () => random.pick(["vip", "beta"])),
    platform: maybe("gold"),
    locale: maybe("34"),
    timeZone: maybe("golden"),
    createdAt: seen(),
    firstSeenAt: seen(),
    lastSeenAt: seen(),
    sessions: random.below(40),
    now: randomNow(random),
  });
}
