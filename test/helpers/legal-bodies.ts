import { type PropertyType, propertyTypes } from "../../src/core/experience-type.ts";
import { audienceKinds } from "../../src/core/scenario.ts";
import type { Random } from "./random.ts";
import { randomRule, randomSchedule } from "./random-targeting.ts";

const legal = [
  "Hero",
  "Constructor",
  "constructor",
  "__proto__",
  "toString",
  "3D",
  "   padded   ",
  "日本語",
  "🎬 Film",
  "Überraschungsfilmvorführungsgutschein",
  "x".repeat(64),
  "Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikverkäuferin",
  "line\nbreak",
  "\u202Eright to left",
  "مرحبا بالعالم",
  "<script>",
  "null",
  "a\tb\r\n\u00a0c\u2028d",
  "%2F../?#&",
  "🏳️‍🌈".repeat(30),
  "w ".repeat(100).trim(),
];
const illegal = ["", "z".repeat(201), "a\u0000b", "\ud800"];
const keys = ["constructor", "hero-2", "a".repeat(64), "prototype", "development", "Hero", "2nd", ""];
/** Options that a select offers once, or that a line of text cannot hold. */
const options = ["a", "a ", "a", " ", "x\ny", "S", "s", "__proto__"];
/** Ids that a user and a visitor share. */
const people = ["u1", "u1", "a/b", "%2F", "new", "__proto__", "日本語 ?#&", "x".repeat(200), " "];
/** Words of the console's own addresses, which a key may be, too. */
const slugs = ["types", "new", "a", "x".repeat(64), "to-string", "constructor", "development"];
const zones = ["UTC", "Asia/Kathmandu", "Pacific/Apia", "Etc/GMT+12", "Antarctica/Troll", "+05:45", "GMT"];
const times = ["2026-11-20T10:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"];

interface AnyProperty {
  readonly type: PropertyType;
  readonly options?: readonly string[] | undefined;
}

/** Random bodies for every kind of document: legal ones, odd as they are, and some that are nearly legal. */
export class Bodies {
  private readonly random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  text = (): string => this.random.pick(this.random.below(20) === 0 ? illegal : legal);
  private key = () => this.random.pick(keys);
  private slug = () => this.random.pick(slugs);
  private maybe = <T>(key: string, value: () => T) => (this.random.below(3) > 0 ? {} : { [key]: value() });
  private some = <T>(most: number, make: () => T): T[] =>
    Array.from({ length: this.random.below(most + 1) }, make);

  json(depth: number): unknown {
    const kind = depth <= 0 ? this.random.below(4) : this.random.below(6);
    if (kind < 2) return this.text();
    if (kind === 2) return this.random.pick([0, -1.5, 1e308, Number.MAX_SAFE_INTEGER, 1e-7]);
    if (kind === 3) return this.random.pick([true, false, null]);
    if (kind === 4) return this.some(3, () => this.json(depth - 1));
    return JSON.parse(
      `{${this.some(3, () => `${JSON.stringify(this.text())}:${JSON.stringify(this.json(depth - 1))}`).join()}}`,
    );
  }

  /** Nests as deep as a body may, or nearly. */
  deep = (): unknown => {
    const depth = 50 + this.random.below(14);
    return JSON.parse(`${"[".repeat(depth)}1${"]".repeat(depth)}`);
  };

  property = () => {
    const type = this.random.pick(propertyTypes);
    const option = () => (this.random.below(3) === 0 ? this.text() : this.random.pick(options));
    const offered = { options: [option(), ...this.some(4, option)] };
    return {
      type,
      ...this.maybe("name", this.text),
      ...this.maybe("key", this.key),
      ...(type === "select" ? offered : {}),
      ...this.maybe("default", () =>
        this.random.below(4) === 0 ? this.json(2) : this.value({ type, ...offered }),
      ),
    };
  };

  /** A value that a property takes, mostly. */
  value({ type, options = [] }: AnyProperty): unknown {
    const { random } = this;
    switch (type) {
      case "number":
        return random.pick([0, -0, 1e308, -1.5, 1e-7, Number.MAX_SAFE_INTEGER]);
      case "boolean":
        return random.below(2) === 0;
      case "color":
        return { value: random.pick(["#000000", "#AbCdEf"]), opacity: random.pick([0, 1, 0.333333, 1e-9]) };
      case "url":
      case "image":
        return random.pick(["/", "https://a/b?c#d", "mailto:a", "data:image/png;base64,AA==", "app://x y"]);
      case "date":
        return random.pick([...times, "2026-11-20", "0001-01-01", "2026-03-29T02:30:00+01:00"]);
      case "select":
        return random.pick(options.length === 0 ? ["a"] : options);
      case "list":
        return this.some(random.pick([0, 4, 300]), () => random.pick([this.text(), 1e21, -0.5, true, false]));
      case "json":
        return random.below(4) === 0 ? this.deep() : this.json(3);
      default:
        return this.text();
    }
  }

  /** A name of this kind would be refused for its own sake, and with it all that stands below it. */
  private name = () => this.random.pick(legal);
  type = () => ({
    name: this.text(),
    ...this.maybe("key", this.key),
    properties: this.some(4, this.property),
  });
  collection = () => ({ name: this.text(), ...this.maybe("key", this.key) });
  experience = (typeId: string) => ({ name: this.text(), ...this.maybe("key", this.key), typeId });
  section = (typeIds: string[]) => ({ name: this.text(), ...this.maybe("key", this.key), typeIds });

  /** A type as its readers meet it: of up to 12 properties, each of its own key. */
  wholeType = () => ({
    name: this.name(),
    ...this.maybe("key", this.slug),
    properties: this.some(this.random.pick([0, 4, 12]), this.property).map((one, index) => ({
      ...one,
      name: this.name(),
      key: `${this.random.pick(["p", "toString", "P_-", "x".repeat(60)])}${index}`,
    })),
  });

  private targeting = (tribeIds: readonly string[]) => {
    const tribes = () => (tribeIds.length === 0 ? [] : this.some(3, () => this.random.pick(tribeIds)));
    return {
      ...this.maybe("audience", () => ({
        kind: this.random.pick(audienceKinds),
        anyOf: tribes(),
        noneOf: tribes(),
      })),
      ...this.maybe("rollout", () => this.random.pick([0, 100, 0.01, 33.33, 99.99])),
      ...this.maybe("schedule", () => {
        const schedule = { ...randomSchedule(this.random), timeZone: this.random.pick(zones) };
        return this.random.pick([schedule, null, { ...schedule, from: null, until: times[2] }]);
      }),
    };
  };

  private scenarios = (tribeIds: readonly string[], serve: () => object) => [
    ...this.some(this.random.pick([0, 3, 3, 30]), () => ({
      name: this.name(),
      ...this.targeting(tribeIds),
      serve: serve(),
    })),
    { name: this.name(), serve: serve() },
  ];

  private serve = (properties: readonly (AnyProperty & { readonly key: string })[]) => ({
    enabled: this.random.below(4) > 0,
    data: Object.fromEntries(
      properties
        .filter(() => this.random.below(2) === 0)
        .map((one) => [one.key, this.value(one)] as const)
        .filter(([, value]) => value !== undefined),
    ),
  });

  wholeExperience = (
    { id, properties }: { id: string; properties: readonly (AnyProperty & { readonly key: string })[] },
    tribeIds: readonly string[],
  ) => ({
    name: this.name(),
    ...this.maybe("key", this.slug),
    typeId: id,
    scenarios: this.scenarios(tribeIds, () => this.serve(properties)),
  });

  wholeSection = (typeIds: readonly string[], tribeIds: readonly string[]) => {
    const experiences = this.some(typeIds.length === 0 ? 0 : this.random.pick([0, 3, 20]), () =>
      this.random.pick(typeIds),
    ).map((typeId, index) => ({ name: this.name(), key: `e${index}`, typeId }));
    return {
      name: this.name(),
      ...this.maybe("key", this.slug),
      typeIds,
      experiences,
      scenarios: this.scenarios(tribeIds, () => ({
        enabled: this.random.below(4) > 0,
        // One may be there twice.
        children: experiences.length === 0 ? [] : this.some(5, () => this.random.pick(experiences).key),
      })),
    };
  };

  tribe = () => ({
    name: this.text(),
    ...this.maybe("key", this.key),
    rules: this.random.pick<unknown>([
      { all: [{ field: this.text(), op: "equals", value: this.json(0) }] },
      { any: [{ field: "plan", op: "in", value: this.some(3, this.text) }, { label: this.text() }] },
      { not: { attribute: "platform", op: "equals", value: this.text() } },
      { all: [] },
      this.json(3),
    ]),
  });

  /** Of all operators, of groups with nothing in them, as deep as rules go. */
  wholeTribe = (tribeIds: readonly string[]) => {
    const rule = randomRule(this.random, this.random.below(6), tribeIds);
    const depth = this.random.pick([0, 0, 0, 25]);
    const wrap = (inner: object, level: number): object =>
      level === 0
        ? inner
        : wrap(
            this.random.pick([
              { not: inner },
              { all: [inner, { label: this.name().trim().slice(0, 64) }] },
              { any: [inner] },
            ]),
            level - 1,
          );
    return {
      name: this.name(),
      ...this.maybe("key", this.slug),
      audience: this.random.pick(audienceKinds),
      rules: this.random.pick([
        wrap(rule, depth),
        wrap(rule, depth),
        { field: this.name(), op: "in", value: [this.name(), 1, true, this.name()] },
        { event: "a/b", where: [{ key: this.name().slice(0, 64), op: "contains", value: this.name() }] },
      ]),
    };
  };

  private field = (): unknown =>
    this.random.pick<unknown>([
      this.text(),
      7,
      true,
      "2026-11-20",
      this.some(3, this.text),
      null,
      this.json(1),
    ]);
  fields = () => Object.fromEntries(this.some(3, () => [this.text(), this.field()] as const));
  user = () => ({
    ...this.maybe("fields", this.fields),
    ...this.maybe("labels", () => this.some(3, this.text)),
  });
  personId = () => this.random.pick(people);
  /** As its readers meet it: of an odd name, with the same key twice among its pairs. */
  wholeEvent = () => ({
    name: this.random.pick(["movie/watched", "./-", `${"a".repeat(64)}/${"b".repeat(64)}`]),
    [this.random.pick(["userId", "anonymousId"])]: this.personId(),
    time: this.random.pick([times[0], new Date().toISOString()]),
    metadata: Object.fromEntries(
      ["pair1", "pair2", "pair3"]
        .filter(() => this.random.below(2) === 0)
        .map((pair) => [
          pair,
          { key: this.random.pick(["genre", "genre", "a:b", " "]), value: this.name().slice(0, 200) },
        ]),
    ),
  });
  event = (index: number) => ({
    id: `e${index}-${this.text()}`,
    name: this.random.pick(["movie/watched", this.text(), `${this.text()}/${this.text()}`]),
    userId: this.text(),
    time: "2026-11-20T10:00:00Z",
    metadata: this.random.pick<unknown>([
      undefined,
      { pair1: { key: this.text(), value: this.json(0) } },
      this.json(2),
    ]),
  });
  persona = () => ({
    name: this.text(),
    ...this.maybe("key", this.key),
    user: this.user(),
  });

  /** With events, and with what is expected of Tribes and of parts, which both are ids. */
  wholePersona = (tribeIds: readonly string[], partIds: readonly string[]) => ({
    name: this.name(),
    ...this.maybe("key", this.slug),
    ...this.maybe("at", () => this.random.pick([...times, null])),
    user: {
      kind: this.random.pick(["known", "visitor"]),
      fields: { plan: this.random.pick([this.name(), 7, false, [], [this.name(), 1e21, true]]) },
      labels: this.some(3, () => this.name().trim().slice(0, 64)),
      ...this.maybe("platform", this.name),
      ...this.maybe("timeZone", () => this.random.pick([...zones, "Nowhere/Else", ""])),
      ...this.maybe("lastSeenAt", () => this.random.pick(times)),
    },
    events: this.some(4, () => ({
      name: this.random.pick(["movie/watched", `${"a".repeat(64)}/${"b".repeat(64)}`, "./-"]),
      ago: this.random.pick([{ minutes: 0 }, { hours: 8760 }, { days: 365 }]),
      count: this.random.pick([1, 100]),
      metadata: this.random.pick([{}, { pair3: { key: this.name().slice(0, 64), value: "" } }]),
    })),
    expected: {
      tribes: [...tribeIds, ...tribeIds]
        .filter(() => this.random.below(3) === 0)
        .map((tribe) => ({ tribe, member: this.random.below(2) === 0 })),
      experiences: [...partIds, ...partIds]
        .filter(() => this.random.below(3) === 0)
        .map((experience) => ({
          experience,
          ...this.maybe("enabled", () => this.random.below(2) === 0),
          ...this.maybe("data", () => ({ [this.name()]: this.json(2) })),
        })),
    },
  });

  scene = () => {
    const id = this.name();
    const choice = () =>
      this.random.pick<unknown>([
        { value: this.name() },
        { value: [] },
        { weights: { [this.name()]: 0, b: 1e6 } },
        { from: -5, to: -5 },
      ]);
    return {
      name: this.name(),
      seed: 1,
      begins: this.random.pick(times),
      days: 0,
      people: { count: 3, fields: { [this.name()]: choice() }, named: [{ id, name: this.name() }] },
      intents: [],
      script: this.some(5, () => ({
        title: this.name(),
        ...this.maybe("says", this.name),
        do: this.some(3, () =>
          this.random.pick<unknown>([
            { be: id },
            { track: { person: id, event: "a/b", times: 50, metadata: { [this.name().slice(0, 64)]: "" } } },
            { forward: {} },
            { forward: { days: 365, hours: 24, minutes: 60 } },
            { clock: "system" },
            { publish: { collection: this.name(), environment: "production" } },
            { simulate: { rate: 0 } },
          ]),
        ),
      })),
    };
  };
  settings = () => ({
    ...this.maybe("retentionDays", () => this.random.pick([0, 1, 30, 3650, -1, 1.5, "7"])),
    ...this.maybe("legacyApi", () => this.random.pick(["deprecated", "gone", this.text()])),
  });
}
