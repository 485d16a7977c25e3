import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CollectionContent } from "../../src/core/publication.ts";
import type { PersonRef } from "../../src/core/refs.ts";
import type { Rule } from "../../src/core/rule.ts";
import { compileContents } from "../../src/core/targeting/compile-contents.ts";
import { compileTribes } from "../../src/core/targeting/compile-tribes.ts";
import { RecordedEvents } from "../../src/core/targeting/recorded-events.ts";
import type { Subject } from "../../src/core/targeting/subject.ts";
import type { Tribe } from "../../src/core/tribe.ts";
import type { User } from "../../src/core/user.ts";
import { sampledPlace } from "../../src/server/population/people-walk.ts";
import type { PeopleScans } from "../../src/server/store/people-scans.ts";
import type { Store, UsersFound, UsersQuery } from "../../src/server/store/ports.ts";
import { finder } from "../../src/server/store/text-search.ts";
import { Random } from "../helpers/random.ts";
import { ingest, type MadeEvent } from "./stored-people.ts";
import { type OpenedStore, stores } from "./stores.ts";

const spaceId = "spc_1";
const environment = { spaceId, environment: "development" } as const;
const now = Date.parse("2026-11-20T12:00:00Z");
const minute = 60_000;

const tribe = (id: string, rules: Rule, audience: Tribe["audience"] = "everyone"): Tribe => ({
  id,
  key: id.replaceAll("_", "-"),
  name: id,
  audience,
  rules,
  createdAt: "2026-11-01T00:00:00Z",
  updatedAt: "2026-11-01T00:00:00Z",
});
const watched = (change: object): Rule =>
  ({
    event: "movie/watched",
    did: true,
    count: { op: "any" },
    window: { anyTime: true },
    where: [],
    ...change,
  }) as Rule;
/** A value in which every letter means something to somebody who looks for a part of a text, and one that is like it. */
const odd = '5%\\_"\u{1f600}';
const likeOdd = '5xx\\y"\u{1f600}';
const drama = { key: "genre", op: "equals", value: "drama" } as const;

const tribes: readonly Tribe[] = [
  tribe("everyone", { all: [] }),
  tribe(
    "dramas",
    watched({ where: [drama], count: { op: "moreThan", value: 1 }, window: { last: { days: 7 } } }),
  ),
  tribe("not_lately", watched({ did: false, window: { last: { hours: 12 } } }), "users"),
  tribe("few", watched({ count: { op: "lessThan", value: 2 }, window: { moreThanAgo: { days: 2 } } })),
  tribe("ordered", watched({ event: "order/completed" })),
  tribe("quoted", watched({ where: [{ key: "genre", op: "in", value: ["comedy", 'dra"ma', 7] }] })),
  tribe("untitled", watched({ where: [{ key: "title", op: "exists", value: false }, drama] })),
  tribe("seven", watched({ where: [{ key: "genre", op: "equals", value: 7 }] })),
  tribe("odd", watched({ where: [{ key: "genre", op: "equals", value: odd }] })),
  tribe("starts", watched({ where: [{ key: "genre", op: "startsWith", value: "dra" }] })),
  tribe("gold", { field: "plan", op: "equals", value: "gold" }),
  tribe("vip", { any: [{ label: "vip" }, { attribute: "sessions", op: "atLeast", value: 1 }] }),
  tribe("ios", { attribute: "platform", op: "equals", value: "ios" }, "users"),
  tribe("mixed", {
    all: [
      { any: [{ tribe: "dramas" }, { tribe: "vip" }] },
      { not: { tribe: "gold" } },
      {
        event: "movie/started",
        did: true,
        count: { op: "any" },
        window: { last: { days: 20 } },
        where: [{ key: "title", op: "exists", value: true }],
      },
    ],
  }),
  tribe("recent", { attribute: "createdAt", op: "after", value: "2026-11-15" }, "visitors"),
  tribe("nobody", { tribe: "not there" }),
];

/** Ids whose order in SQLite is not that of JavaScript, quotes, and people who are a user and a visitor at once. */
function idOf(index: number): string {
  const part = String(index).padStart(5, "0");
  if (index % 97 === 0) return `\u{1f600}-${part}`;
  if (index % 89 === 0) return `\uff5e-${part}`;
  if (index % 83 === 0) return `"q'${part}`;
  return `person-${part}`;
}

describe.each(stores)("$name", ({ open }) => {
  let opened: OpenedStore;
  let store: Store;
  let population: PeopleScans;
  let events: MadeEvent[];
  let subjects: Subject[];
  let users: User[];
  /** Of the last session of users who had one. */
  const platforms = new Map<string, string>();

  async function addPeople(random: Random): Promise<void> {
    const made = [
      ...Array.from({ length: 2400 }, (_, index) => ({ kind: "known" as const, id: idOf(index) })),
      ...Array.from({ length: 2200 }, (_, index) => ({ kind: "visitor" as const, id: idOf(index) })),
    ].map((person) => ({
      ...person,
      fields:
        random.below(2) === 0 ? {} : { plan: random.pick(["gold", "free"]), motto: 'say "hi" \u{1f600}' },
      labels: random.below(3) === 0 ? ["vip", "a, b"] : [],
      at: now - random.below(15) * 86_400_000,
    }));
    for (const at of new Set(made.map((one) => one.at))) {
      const users = made.flatMap(({ at: when, ...user }) => (when === at ? [user] : []));
      await store.users.import({ environment, at, users });
    }
  }

  async function startSession(index: number): Promise<void> {
    const platform = index % 2 === 0 ? "ios" : "tv";
    platforms.set(idOf(index * 7), platform);
    await store.users.startSession({
      environment,
      id: `ses_${index}`,
      person: { kind: "known", id: idOf(index * 7) },
      anonymousId: null,
      fields: {},
      at: now - index * minute,
      sdk: { name: "ios", version: "0.3.0" },
      device: { id: "d", platform },
    });
  }

  const person = (random: Random): PersonRef => ({
    kind: random.below(4) === 0 ? "visitor" : "known",
    id: idOf(random.below(2000)),
  });
  /** Five of everybody known: more people, and more events, than a scan reads at a time. */
  async function addOrders(): Promise<void> {
    const made = Array.from(
      { length: 12_000 },
      (_, index): MadeEvent => ({
        id: `order-${index}`,
        name: "order/completed",
        person: { kind: "known", id: idOf(index % 2400) },
        time: now - index * minute,
        pairs: [],
      }),
    );
    events.push(...made);
    await ingest(store, environment, made, now);
  }

  async function addEvents(random: Random, count: number): Promise<void> {
    const made = Array.from({ length: count }, (): MadeEvent => {
      const pairs: [string, string][] = [
        ["genre", random.pick(["drama", "comedy", 'dra"ma', "7", odd, likeOdd])],
      ];
      if (random.below(2) === 0) pairs.push(["title", "t"]);
      return {
        id: `e-${events.length + random.next()}`,
        name: random.pick(["movie/watched", "movie/watched", "movie/started", "movie/stopped"]),
        person: person(random),
        // From 35 days ago to a day ahead: some count no more, some not yet.
        time: now + minute * (1440 - random.below(36 * 1440)),
        pairs,
      };
    });
    events.push(...made);
    await ingest(store, environment, made, now);
  }

  /** Everybody that a filter leaves, however many answers that takes. */
  async function everybody(filter: Omit<UsersQuery, "after" | "limit">): Promise<User[]> {
    const found: User[] = [];
    let after: UsersQuery["after"] = null;
    do {
      const page: UsersFound = await store.users.list({ ...filter, after, limit: 100_000 });
      found.push(...page.users);
      after = page.through;
    } while (after !== null);
    return found;
  }

  /** The plain loop: every person with all of their events. */
  async function readSubjects(): Promise<void> {
    const byPerson = new Map<string, MadeEvent[]>();
    for (const event of events) {
      const key = `${event.person.kind} ${event.person.id}`;
      byPerson.set(key, [...(byPerson.get(key) ?? []), event]);
    }
    users = await everybody({ environment, kind: null, q: null, label: null });
    const { selectors } = compileTribes(tribes);
    const time = (text: string | null) => (text === null ? null : Date.parse(text));
    subjects = [];
    for (const user of users) {
      const platform = user.kind === "known" ? (platforms.get(user.id) ?? null) : null;
      subjects.push({
        ...user,
        platform,
        locale: null,
        timeZone: null,
        createdAt: time(user.createdAt),
        firstSeenAt: time(user.firstSeenAt),
        lastSeenAt: time(user.lastSeenAt),
        events: new RecordedEvents(byPerson.get(`${user.kind} ${user.id}`) ?? [], selectors),
        now,
      });
    }
  }

  beforeAll(async () => {
    opened = await open();
    store = opened.store;
    population = store.people;
    platforms.clear();
    events = [];
    const random = new Random(21);
    await addPeople(random);
    await Promise.all(Array.from({ length: 300 }, (_, index) => startSession(index)));
    await addOrders();
    for (let part = 0; part < 8; part += 1) await addEvents(random, 1000);
    await opened.settled();
    await readSubjects();
  }, 60_000);
  afterAll(async () => {
    await opened.remove();
  });

  const matching = (tribeId: string) => {
    const compiled = compileTribes(tribes);
    return subjects.filter((subject) => compiled.matches(tribeId, subject));
  };

  async function compareReach(): Promise<void> {
    for (const { id } of tribes) {
      const found = await population.reach({ environment, tribes, tribeId: id, now });
      const right = matching(id);
      expect(found, id).toEqual({
        users: 2400,
        visitors: 2200,
        matched: {
          users: right.filter((one) => one.kind === "known").length,
          visitors: right.filter((one) => one.kind === "visitor").length,
        },
        sample: right.slice(0, 20).map((one) => one.id),
      });
    }
  }

  describe("reach is what a plain loop over everybody gives", () => {
    test("while the store keeps no times of these rules", () => compareReach());

    test("while it keeps those of some of them, and while they are back-filled", async () => {
      await store.rules.count({ spaceId, selectors: compileTribes(tribes).selectors.slice(0, 1) });
      await compareReach();
      await store.rules.count({ spaceId, selectors: compileTribes(tribes).selectors });
      await compareReach();
    });

    test("when it keeps them all, and while events come that it has not indexed", async () => {
      await opened.settled();
      await compareReach();
      const random = new Random(22);
      for (let round = 0; round < 3; round += 1) {
        await addEvents(random, 600);
        await compareNewest();
      }
      await opened.settled();
      await readSubjects();
      await compareReach();
    });

    /** One that is asked at once, before the index can have moved. */
    async function compareNewest(): Promise<void> {
      const found = await population.reach({ environment, tribes, tribeId: "dramas", now });
      await readSubjects();
      const right = matching("dramas");
      expect(found.matched.users + found.matched.visitors).toBe(right.length);
    }
  });

  test("sizes of all Tribes are those of a plain loop", async () => {
    const found = await population.sizes({ environment, tribes, now });
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(tribes.map(({ id }) => [id, matching(id).length])),
    );
    expect(found.get("odd")).toBeGreaterThan(50);
  });

  describe("a trial is what a plain loop gives for the Tribe as it is and as it would be", () => {
    const matrix: [name: string, given: { tribeId: string; savedId: string | null }][] = [
      ["wider", { tribeId: "mixed", savedId: "dramas" }],
      ["the same", { tribeId: "few", savedId: "few" }],
      ["another audience", { tribeId: "recent", savedId: "ios" }],
      ["nobody any more", { tribeId: "nobody", savedId: "everyone" }],
      ["a new one", { tribeId: "gold", savedId: null }],
    ];
    test.each(matrix)("%s", async (_name, { tribeId, savedId }) => {
      const found = await population.trial({ environment, tribes, tribeId, savedId, now });
      const reachOf = (id: string) => population.reach({ environment, tribes, tribeId: id, now });
      const [after, before] = [matching(tribeId), savedId === null ? [] : matching(savedId)];
      const shown = (people: readonly Subject[]) => ({
        users: people.filter((one) => one.kind === "known").length,
        visitors: people.filter((one) => one.kind === "visitor").length,
        sample: people.slice(0, 20).map((one) => one.id),
      });
      expect(found).toEqual({
        reach: await reachOf(tribeId),
        before: savedId === null ? null : await reachOf(savedId),
        added: shown(after.filter((one) => !before.includes(one))),
        removed: shown(before.filter((one) => !after.includes(one))),
      });
    });
  });

  describe("people are found by a text in their id, or in a field's name or value", () => {
    const staging = { spaceId, environment: "staging" } as const;
    const fieldsOf: Readonly<Record<string, User["fields"]>> = {
      Ärger: { name: "ÖZGÜR" },
      quoted: { say: 'a "b" c\\d' },
      lines: { text: "one\ntwo\tthree\r\b\f" },
      marked: { note: "a,b: [2,3] {x}" },
      numbers: { "the:list": [2, 3, true], 'odd "key"': 1.5, deep: 1e21 },
      path: { file: 'c:\\new\\"u"' },
      "Plain.*": {},
      Ночь: { place: "Встреча в Москве", "в ящике": 'É\\[a]*"в: Москве"' },
    };
    const matches = (id: string, q: string) =>
      [id, ...Object.entries(fieldsOf[id] ?? {}).flat(2)].map(String).some(finder(q));
    const texts = [
      ...["Ärger", "ärger", "ÄRGER", "ÖZGÜR", "özgür", "NAME", "plain.*", "n"],
      ...["НОЧЬ", "а в москве", "В ЯЩИКЕ", "é\\[A]*", 'É*"', '"в: м', 'МОСКВЕ"', "é[", "\u0001é"],
      ...[
        'a "b"',
        "c\\d",
        "C\\D",
        "\\",
        '"',
        "\\\\",
        'say":"a',
        'd"}',
        "\\n",
        "\n",
        "e\nT",
        "\t",
        "u",
        "w\\",
      ],
      ...[
        ",",
        ":",
        "[",
        "{",
        "2,3",
        "[2,3]",
        "{x}",
        "b: [",
        "the:",
        ':\\new\\"u',
        ':"',
        "2",
        "tru",
        "1.5",
        "1e+21",
      ],
    ];

    test.each(texts)("%j", async (q) => {
      const users = Object.entries(fieldsOf).map(([id, fields]) => ({
        kind: "known" as const,
        id,
        fields,
        labels: [],
      }));
      await store.users.import({ environment: staging, at: now, users });
      const filter = { environment: staging, kind: null, q, label: null };
      const right = Object.keys(fieldsOf)
        .filter((id) => matches(id, q))
        .sort();
      expect((await everybody(filter)).map(({ id }) => id).sort()).toEqual(right);
      const counted = await population.count({ ...filter, tribes: [], tribeId: null, now });
      expect(counted.users).toBe(right.length);
    });
  });

  describe("the members of a Tribe are those of a plain loop, in the order and with the filters of the list of users", () => {
    const matrix = [
      { tribeId: "dramas" },
      { tribeId: "mixed", kind: "known" },
      { tribeId: "few", kind: "visitor" },
      { tribeId: "everyone", q: "PERSON-001" },
      { tribeId: "not_lately", label: "vip" },
      { tribeId: "everyone", q: "gold", label: "a, b", kind: "known" },
      { tribeId: "nobody" },
    ] as const;
    for (const given of matrix) {
      test(JSON.stringify(given), async () => {
        const filter = { kind: null, q: null, label: null, ...given };
        const listed = new Set(
          (await everybody({ environment, ...filter })).map((one) => `${one.kind} ${one.id}`),
        );
        const right = matching(given.tribeId)
          .map((one) => `${one.kind} ${one.id}`)
          .filter((name) => listed.has(name));
        const found: User[] = [];
        for (;;) {
          const last = found.at(-1);
          const after = last === undefined ? null : { kind: last.kind, id: last.id, time: null };
          const page = await population.members({ environment, tribes, now, ...filter, after, limit: 700 });
          found.push(...page.users);
          if (page.users.length < 700) break;
        }
        expect(found.map((one) => `${one.kind} ${one.id}`)).toEqual(right);
        const byName = new Map(users.map((one) => [`${one.kind} ${one.id}`, one]));
        expect(found).toEqual(right.map((name) => byName.get(name)));
      });
    }
  });

  const experience = (
    id: string,
    rows: readonly (readonly [anyOf: string[], headline: string])[],
  ): CollectionContent["experiences"][number] => ({
    id,
    key: id,
    name: id,
    typeId: "typ_1",
    scenarios: rows.map(([anyOf, headline], index) => ({
      id: `${id}-${index}`,
      name: headline,
      ...(anyOf.length === 0
        ? {}
        : { audience: { kind: "everyone" as const, anyOf, noneOf: [] }, rollout: 100, schedule: null }),
      serve: { enabled: true, data: { headline } },
    })),
  });
  const content = (experiences: CollectionContent["experiences"]): CollectionContent => ({
    id: "col_1",
    key: "home",
    name: "Home",
    types: [
      {
        id: "typ_1",
        key: "hero",
        name: "Hero",
        properties: [{ id: "prp_1", key: "headline", name: "Headline", type: "string", default: "Hi" }],
      },
    ],
    experiences,
    sections: [],
  });

  /** One of each block of so many. */
  const sampled = (every: number) =>
    Array.from({ length: Math.ceil(subjects.length / every) }, (_, block) =>
      sampledPlace(block, every),
    ).flatMap((place) => subjects[place] ?? []);

  describe("whom a publication affects", () => {
    const same = experience("exp_same", [
      [["gold"], "Gold"],
      [[], "Hi"],
    ]);
    const before = content([
      experience("exp_1", [
        [["dramas"], "Drama"],
        [[], "Hi"],
      ]),
      same,
    ]);
    const after = content([
      experience("exp_1", [
        [["mixed"], "Drama"],
        [["dramas", "vip"], "Hi"],
        [[], "Hi"],
      ]),
      same,
    ]);
    const affected = (change: object = {}) =>
      population.affected({ environment, tribes, before, after, now, most: 20_000, ...change });

    /** The ids of those who would be served another headline. */
    const changed = () => {
      const compiled = compileTribes(tribes);
      const [one, other] = [before, after].map((version) => compileContents([version], compiled));
      return subjects.filter(
        (subject) => one?.decide(subject)[0]?.data.headline !== other?.decide(subject)[0]?.data.headline,
      );
    };

    test("is everybody for whom both are decided differently, as a plain loop finds", async () => {
      const right = changed();
      expect(right.length).toBeGreaterThan(50);
      const found = await affected();
      expect(found).toMatchObject({ checked: 4600, of: 4600, sampled: false, changed: right.length });
      expect(found.sample.map((one) => one.userId)).toEqual(right.slice(0, 20).map((one) => one.id));
      const [first] = found.sample;
      expect(first?.experience).toBe("home.exp_1");
      expect([first?.before, first?.after]).toContainEqual({ enabled: true, data: { headline: "Drama" } });
    });

    test("is everybody when nothing was published before, and nobody when nothing is other than in name", async () => {
      const first = await affected({ before: null });
      expect(first).toMatchObject({ checked: 4600, changed: 4600 });
      expect(first.sample[0]?.before).toBeNull();
      expect(await affected({ after: before })).toMatchObject({ checked: 4600, changed: 0, sample: [] });
      const without = await affected({ after: content([same]) });
      expect(without).toMatchObject({ changed: 4600 });
      expect(without.sample[0]).toMatchObject({ experience: "home.exp_1", after: null });
    });

    test("is told from people spread over all where there are more than may be checked", async () => {
      for (const most of [1, 7, 1000, 4599]) {
        const every = Math.ceil(4600 / most);
        const right = sampled(every);
        const wrong = new Set(changed());
        const found = await affected({ most });
        expect(found).toMatchObject({
          checked: right.length,
          of: 4600,
          sampled: true,
          changed: right.filter((one) => wrong.has(one)).length,
        });
        expect(found.checked).toBeLessThanOrEqual(most);
      }
    });
  });

  describe("who gets which scenario", () => {
    const rows = experience("exp_1", [
      [["dramas"], "Drama"],
      [["gold", "vip"], "Gold"],
      [["nobody"], "None"],
      [[], "Hi"],
    ]);
    const section: CollectionContent["sections"][number] = {
      id: "sec_1",
      key: "body",
      name: "Body",
      typeIds: ["typ_1"],
      experiences: [experience("exp_2", [[[], "Inner"]])],
      scenarios: [{ id: "sec_1-0", name: "All", serve: { enabled: true, children: ["exp_2"] } }],
    };
    const given: CollectionContent = { ...content([rows]), sections: [section] };
    const matches = (change: object = {}) =>
      population.matches({ environment, tribes, content: given, now, most: 20_000, ...change });

    /** By item and scenario, what each of these people is served. */
    const right = (people: readonly Subject[]) => {
      const { items, decide } = compileContents([given], compileTribes(tribes));
      const found: Record<string, Record<string, { users: number; visitors: number }>> = {
        exp_1: Object.fromEntries(rows.scenarios.map(({ id }) => [id, { users: 0, visitors: 0 }])),
        exp_2: { "exp_2-0": { users: 0, visitors: 0 } },
        sec_1: { "sec_1-0": { users: 0, visitors: 0 } },
      };
      for (const subject of people)
        for (const [index, state] of decide(subject).entries()) {
          const counted = found[items[index]?.id ?? ""]?.[state.scenario.id];
          if (counted !== undefined) counted[subject.kind === "known" ? "users" : "visitors"] += 1;
        }
      return found;
    };

    test("is counted as a plain loop does, with none of those that nobody gets", async () => {
      const want = right(subjects);
      expect(want.exp_1?.["exp_1-2"]).toEqual({ users: 0, visitors: 0 });
      expect(want.exp_1?.["exp_1-1"]?.visitors).toBeGreaterThan(50);
      expect(await matches()).toEqual({ checked: 4600, of: 4600, sampled: false, experiences: want });
    });

    test("is told from people spread over all where there are more than may be checked", async () => {
      const checked = sampled(5);
      const want = { checked: checked.length, of: 4600, sampled: true, experiences: right(checked) };
      expect(await matches({ most: 1_000 })).toEqual(want);
    });

    test("is nobody where it is not published, or nobody is there", async () => {
      const none = { checked: 0, sampled: false };
      expect(await matches({ content: null })).toEqual({ ...none, of: 4600, experiences: {} });
      const nowhere = { spaceId: "spc_none", environment: "staging" };
      expect(await matches({ environment: nowhere })).toEqual({ ...none, of: 0, experiences: right([]) });
    });
  });

  test("a scan that nobody waits for any more ends, the next one goes on", async () => {
    const first = new AbortController();
    const second = new AbortController();
    const ask = { environment, tribes, tribeId: "mixed", now };
    const results = Promise.allSettled([
      population.reach(ask, first.signal),
      population.reach(ask, second.signal),
      population.reach(ask),
    ]);
    first.abort(new Error("gone"));
    setTimeout(() => second.abort(new Error("gone too")), 1);
    const [one, two, three] = await results;
    expect(one).toMatchObject({ status: "rejected", reason: { message: "gone" } });
    expect(two).toMatchObject({ status: "rejected", reason: { message: "gone too" } });
    expect(three).toMatchObject({ status: "fulfilled", value: { users: 2400 } });
    await expect(population.reach(ask, AbortSignal.abort(new Error("never began")))).rejects.toThrow(
      "never began",
    );
  });

  describe("somebody whom only events have named is there as soon as these are acknowledged", () => {
    const staging = { spaceId, environment: "staging" } as const;
    /** The last of a few, so that whatever comes behind an acknowledgement has no time to be done. */
    async function met(kind: PersonRef["kind"], id: string, at = now): Promise<PersonRef> {
      const made = [1, 2, 3].map((round) => ({
        id: `${kind}-${id}-${at}-${round}`,
        name: "movie/watched",
        person: { kind, id },
        time: at - minute,
        pairs: [],
      }));
      await ingest(store, staging, made, at);
      return { kind, id };
    }
    const find = ({ kind, id }: PersonRef) => store.users.find({ environment: staging, kind, id });
    const save = (mode: "create" | "merge", person: PersonRef, fields = {}) =>
      store.users.save({ environment: staging, mode, person, fields, at: now + minute, precondition: null });
    const remove = (person: PersonRef) =>
      store.users.delete({ environment: staging, person, precondition: null });

    test("to be read", async () => {
      const time = new Date(now).toISOString();
      const seen = {
        fields: {},
        labels: [],
        sessions: 0,
        createdAt: time,
        firstSeenAt: time,
        lastSeenAt: time,
      };
      for (let round = 0; round < 10; round += 1) {
        expect(await find(await met("known", `read-${round}`))).toMatchObject({ kind: "known", ...seen });
        const visitor = await met("visitor", `read-${round + 5}`);
        expect(await find(visitor)).toMatchObject({ kind: "visitor", ...seen });
        expect(await store.users.find({ environment: staging, id: visitor.id, kind: null })).not.toBeNull();
      }
      expect(await find({ kind: "known", id: "nobody" })).toBeNull();
    });

    test("to be changed, and is counted once", async () => {
      await opened.settled();
      const before = await store.figures(staging);
      for (let round = 0; round < 10; round += 1) {
        const person = await met("known", `change-${round}`);
        expect(await save("merge", person, { plan: "gold" })).toMatchObject({ outcome: "updated" });
        expect(await find(person)).toMatchObject({
          fields: { plan: "gold" },
          lastSeenAt: expect.any(String),
        });
        expect(await save("create", await met("known", `taken-${round}`))).toEqual({ outcome: "exists" });
      }
      await opened.settled();
      expect((await store.figures(staging)).users - before.users).toBe(20);
    });

    test("to be deleted, and stays so until a later event", async () => {
      await opened.settled();
      const before = await store.figures(staging);
      for (let round = 0; round < 10; round += 1) {
        const person = await met("visitor", `gone-${round}`);
        expect(await remove(person)).toBe("deleted");
        expect(await find(person)).toBeNull();
        expect(await remove(person)).toBe("not-found");
        await met("visitor", `gone-${round}`, now + minute);
        expect(await find(person)).toMatchObject({ firstSeenAt: new Date(now + minute).toISOString() });
        expect(await remove(person)).toBe("deleted");
      }
      await opened.settled();
      expect((await store.figures(staging)).visitors).toBe(before.visitors);
    });
  });

  test("an environment that nobody has used has nobody in it", async () => {
    const nowhere = { spaceId: "spc_none", environment: "staging" } as const;
    expect(await population.reach({ environment: nowhere, tribes, tribeId: "everyone", now })).toEqual({
      users: 0,
      visitors: 0,
      matched: { users: 0, visitors: 0 },
      sample: [],
    });
  });
});
