import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkedCallers } from "../helpers/checked-answers.ts";
import { readEvents } from "../helpers/event-reader.ts";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let api: TestServer["api"];
const path = "/v2/spaces/my-first-space/environments/development/events";
const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, "0")}:00.000Z`;
const metadata = (...pairs: (readonly [string, string])[]) =>
  Object.fromEntries(pairs.map(([key, value], index) => [`pair${index + 1}`, { key, value }]));
const drama = metadata(["genre", "drama"], ["length", "long"]);

/** In order of arrival, which is not the order of their times. */
const sent = [
  { id: "1", name: "movie/watched", time: at(1), userId: "ana", sessionId: "ses_a", metadata: drama },
  { id: "2", name: "movie/rated", time: at(9), userId: "ana", sessionId: "ses_a", experienceId: "exp_1" },
  { id: "3", name: "movie/watched", time: at(3), userId: "bo", metadata: metadata(["genre", "drama"]) },
  { id: "4", name: "system/boot", time: at(4), userId: "ana" },
  { id: "5", name: "movies/watched", time: at(5), userId: "bo", metadata: metadata(["length", "long"]) },
  { id: "6", name: "order/completed", time: at(2), anonymousId: "ana", experienceId: "exp_1" },
  {
    id: "7",
    name: "order/completed",
    time: at(7),
    anonymousId: "v2",
    metadata: metadata(["url", "http://x/?a:b"]),
  },
  { id: "8", name: "order", time: at(8), anonymousId: "v2" },
  { id: "9", name: "movie/watched", time: "1965-01-01T00:00:00.000Z", userId: "old" },
];

beforeAll(async () => {
  server = await startServerHere();
  api = checkedCallers(server).api;
  const { body } = await server.sdk("POST", "/sdk/v1/events", {
    sdk: { name: "ios", version: "1.0" },
    events: sent,
  });
  expect(body.accepted).toBe(7);
});
afterAll(() => server.remove());

const found = async (query: string): Promise<string> => {
  const { status, body } = await api("GET", `${path}?${query}`);
  expect(status).toBe(200);
  return body.data.map((one: { id: string }) => one.id).join("");
};

const filters: readonly (readonly [string, string])[] = [
  ["", "987654321"],
  ["name=movie/watched", "931"],
  ["name=movie/*", "9321"],
  ["group=movie", "9321"],
  ["group=order&name=order/completed", "76"],
  ["name=movie/seen", ""],
  ["userId=ana", "421"],
  ["anonymousId=ana", "6"],
  ["anonymousId=v2", "87"],
  ["experience=exp_1", "62"],
  ["experience=exp_1&userId=ana", "2"],
  ["where=genre:drama", "31"],
  ["where=genre:drama&where=length:long", "1"],
  ["where=genre:dram", ""],
  [`where=${encodeURIComponent("url:http://x/?a:b")}`, "7"],
  ["status=accepted", "9765321"],
  ["status=rejected", "84"],
  ["status=rejected&userId=ana", "4"],
  [`status=accepted&from=${at(3)}`, "7532"],
  [`status=accepted&to=${at(3)}`, "9631"],
  [`status=accepted&from=${at(2)}&to=${at(5)}`, "653"],
  [`status=accepted&from=${at(2)}&to=${at(5)}&userId=bo`, "53"],
  ["to=1966-01-01T00:00:00Z", "9"],
  ["sessionId=ses_a", "21"],
  ["sessionId=ses_a&name=movie/rated", "2"],
  ["sdk=ios&status=accepted", "9765321"],
  ["sdk=android", ""],
  ["source=sdk&userId=bo", "53"],
  ["source=simulator", ""],
  ["q=MOVIE", "95321"],
  ["q=drama", "31"],
  ["q=ses_A", "21"],
  ["q=v2", "87"],
  ["q=a%3Ab", "7"],
  ["q=%25", ""],
  ["q=%2C", ""],
  ["q=order&status=rejected", "8"],
  ["after=6", "987"],
  ["after=2&q=drama", "3"],
  ["after=9", ""],
  ["id=3", "3"],
  ["id=4", "4"],
  ["sequence=7", "7"],
  ["sequence=8&status=accepted", ""],
  ["limit=2", "98"],
];

/** Stretches of the history, and the other way through it. */
const stretches: typeof filters = [
  ["before=5", "4321"],
  ["after=2&before=6", "543"],
  ["order=asc", "123456789"],
  ["order=asc&after=7", "89"],
  ["order=asc&after=2&before=6", "345"],
  ["order=asc&name=movie/*", "1239"],
  ["order=asc&status=rejected", "48"],
  ["order=asc&q=drama", "13"],
  ["order=asc&before=1", ""],
  ["order=asc&after=9", ""],
];

describe("filters", () => {
  test.each([...filters, ...stretches])("?%s while the events are new", async (query, ids) => {
    expect(await found(query)).toBe(ids);
  });

  test.each([
    "status=maybe",
    "from=yesterday",
    "limit=0",
    "limit=201",
    "where=genre",
    "where=:drama",
    `where=${"x".repeat(65)}:drama`,
    "nonsense=1",
    "cursor=zzz",
    "order=up",
    "before=-1",
  ])("that make no sense are refused: ?%s", async (query) => {
    const { status, body } = await api("GET", `${path}?${query}`);
    expect([status, body.code]).toEqual([400, "invalid-query"]);
  });

  test("for two people at once are refused", async () => {
    const { status, body } = await api("GET", `${path}?userId=a&anonymousId=b`);
    expect([status, body.errors[0].path]).toEqual([400, "/anonymousId"]);
  });
});

describe("filters that could be read in two ways", () => {
  const odd = "/v2/spaces/my-first-space/environments/production/events";
  const one = (id: string, name: string, ...pairs: (readonly [string, string])[]) => ({
    id,
    name,
    time: at(1),
    userId: "ana",
    metadata: metadata(...pairs),
  });
  beforeAll(async () => {
    const events = [
      one("a", "mail/opened", ["utm:source", "mail"]),
      one("b", "mail/opened", ["utm", "source:mail"]),
      one("c", "mail/read", ["utm:source", "mail"], ["utm", "source:mail"]),
      one("d", "shop/opened", ["utm", "source"]),
      one("e", "shop/opened", [":", `:${"x".repeat(255)}`]),
    ];
    await server.sdk("POST", "/sdk/v1/events", { events }, { "x-api-key": server.keys.production });
  });

  const cases: readonly (readonly [query: Record<string, string>, ids: string])[] = [
    [{ where: "utm:source:mail" }, "cba"],
    [{ where: "utm:source:mail", name: "mail/read" }, "c"],
    [{ where: "utm:source" }, "d"],
    [{ where: `:::${"x".repeat(255)}` }, "e"],
    [{ name: "mail/*", group: "mail" }, "cba"],
    [{ name: "mail/*", group: "shop" }, ""],
    [{ name: "mail/opened", group: "shop" }, ""],
    [{ name: "mail/*", group: "shop", sequence: "1" }, ""],
  ];

  test.each(cases)("%j", async (query, ids) => {
    const text = new URLSearchParams(query).toString();
    const listed = (await api("GET", `${odd}?${text}`)).body.data;
    expect(listed.map(({ id }: { id: string }) => id).join("")).toBe(ids);
    const headers = { authorization: `Bearer ${server.token}` };
    const exported = await (await fetch(`${server.platformUrl}${odd}/export?${text}`, { headers })).text();
    expect(exported.split("\n").filter((line) => line !== "")).toHaveLength(ids.length);
    const rate = (await api("GET", `${odd}/rate?from=${at(0)}&to=${at(9)}&buckets=1&${text}`)).body;
    expect(rate.buckets[0].accepted).toBe(ids.length);
    const heard: string[] = [];
    const stream = readEvents(server, `${odd}/stream?${text}`, {
      after: 0,
      onEvent: ({ data }) => heard.push(data.id),
    });
    await stream.connected;
    // What another stream of all of them has brought by now, this one would have brought, too.
    const all: string[] = [];
    const unfiltered = readEvents(server, `${odd}/stream`, {
      after: 0,
      onEvent: ({ data }) => all.push(data.id),
    });
    await expect.poll(() => all).toContain("e");
    await expect.poll(() => heard.toSorted().reverse().join("")).toBe(ids);
    unfiltered.stop();
    stream.stop();
  });

  test("are meant in a replay, too", async () => {
    const played = async (filters: object) => {
      const started = await api("POST", `${odd}/replay?speed=max`, {
        ...filters,
        environment: "production",
      });
      if (started.status !== 201) return started.body.detail;
      const replay = async () => (await api("GET", `${odd}/replay`)).body.replay;
      await expect.poll(async () => (await replay()).state).toBe("done");
      return (await replay()).played;
    };
    expect(await played({ name: "mail/*", group: "shop" })).toMatch("There is nothing to replay");
    expect(await played({ where: ["utm:source:mail"], name: "mail/read" })).toBe(1);
  });
});

describe("filters by Experience", () => {
  const space = "/v2/spaces/named";
  const there = `${space}/environments/development/events`;
  beforeAll(async () => {
    const orgId = (await api("GET", "/v2/spaces/my-first-space")).body.orgId;
    await api("POST", "/v2/spaces", { orgId, name: "Named" });
    await api("POST", `${space}/experience-types`, { name: "Card", properties: [] });
    const experience = async (collection: string, key: string): Promise<string> => {
      const made = await api("POST", `${space}/collections/${collection}/experiences`, {
        ...{ name: key, key, typeId: "card" },
      });
      expect(made.status).toBe(201);
      return made.body.id;
    };
    await api("POST", `${space}/collections`, { name: "Home" });
    await api("POST", `${space}/collections`, { name: "Promo" });
    const experiences = [
      ...[await experience("home", "hero"), await experience("home", "banner")],
      ...[await experience("promo", "hero"), "exp_gone"],
    ];
    const { apiKey } = (await api("GET", `${space}/environments`)).body.data[0];
    const events = experiences.map((experienceId, index) => ({
      ...{ id: "abcd"[index], name: "card/shown", time: at(1), userId: "ana", experienceId },
    }));
    const sent = await server.sdk("POST", "/sdk/v1/events", { events }, { "x-api-key": apiKey });
    expect(sent.body.accepted).toBe(4);
  });

  test.each([
    ["banner", "b"],
    ["home.banner", "b"],
    ["promo.hero", "c"],
    ["exp_gone", "d"],
    ["promo.banner", ""],
  ])(
    "by its key, its Collection's and its own, or the id of one that is gone: %s",
    async (experience, ids) => {
      const { body } = await api("GET", `${there}?experience=${experience}`);
      expect(body.data.map(({ id }: { id: string }) => id).join("")).toBe(ids);
    },
  );

  test("a key of several is refused by name, in a replay, too", async () => {
    const detail = "is the key of several; name one of home.hero, promo.hero";
    for (const answer of [
      await api("GET", `${there}?experience=hero`),
      await api("GET", `${there}/export?experience=hero`),
      await api("GET", `${there}/rate?experience=hero`),
      await api("GET", `${there}/stream?experience=hero`),
      await api("POST", `${there}/replay`, { experience: "hero" }),
    ])
      expect([answer.status, answer.body.errors]).toEqual([400, [{ path: "/experience", detail }]]);
  });
});

describe("pages", () => {
  const many = "/v2/spaces/my-first-space/environments/staging/events";
  const send = (from: number, count: number) =>
    server.sdk(
      "POST",
      "/sdk/v1/events",
      {
        events: Array.from({ length: count }, (_, index) => ({
          id: `p${from + index}`,
          name: (from + index) % 5 === 0 ? "system/no" : `page/${(from + index) % 2 === 0 ? "even" : "odd"}`,
          time: at(1),
          userId: "u1",
        })),
      },
      { "x-api-key": server.keys.staging },
    );

  test.each([
    ["all", "", () => true],
    ["the filtered", "name=page/odd&", (n: number) => n % 2 === 1 && n % 5 !== 0],
    ["the refused", "status=rejected&", (n: number) => n % 5 === 0],
  ])(
    "follow each other without a gap or a duplicate while events arrive: %s",
    async (_name, query, wanted) => {
      const environment = (await api("GET", `${many.replace("/events", "/stats")}`)).body;
      const start = environment.events + environment.rejected;
      await send(start, 60);
      const seen: string[] = [];
      let cursor = "";
      let pages = 0;
      let arriving = start + 60;
      do {
        const { body } = await api(
          "GET",
          `${many}?${query}limit=7${cursor === "" ? "" : `&cursor=${cursor}`}`,
        );
        seen.push(...body.data.map((one: { id: string }) => one.id));
        cursor = body.next ?? "";
        pages += 1;
        await send(arriving, 5);
        arriving += 5;
      } while (cursor !== "");
      const there = Array.from({ length: start + 60 }, (_, n) => n).filter(wanted);
      expect(seen).toEqual(there.reverse().map((n) => `p${n}`));
      expect(pages).toBeGreaterThanOrEqual(Math.ceil(there.length / 7));
    },
  );

  test.each([
    ["all", "", () => true],
    ["the filtered", "name=page/odd&", (n: number) => n % 2 === 1 && n % 5 !== 0],
    ["the refused", "status=rejected&", (n: number) => n % 5 === 0],
  ])("upwards, too, and reach what arrives meanwhile: %s", async (_name, query, wanted) => {
    const { events, rejected } = (await api("GET", `${many.replace("/events", "/stats")}`)).body;
    let arriving = events + rejected;
    const seen: string[] = [];
    let cursor = "";
    for (let page = 0; page === 0 || cursor !== ""; page += 1) {
      const from = cursor === "" ? "" : `&cursor=${cursor}`;
      const { body } = await api("GET", `${many}?${query}order=asc&limit=9${from}`);
      seen.push(...body.data.map((one: { id: string }) => one.id));
      cursor = body.next ?? "";
      if (page < 3) await send(arriving, 5);
      if (page < 3) arriving += 5;
    }
    const there = Array.from({ length: arriving }, (_, n) => n).filter(wanted);
    expect(seen).toEqual(there.map((n) => `p${n}`));
  });
});

describe("the rate", () => {
  const rate = async (query: string) => (await api("GET", `${path}/rate?${query}`)).body;
  const span = `from=${at(0)}&to=${at(9)}`;
  const counts = (body: { buckets: { accepted: number }[] }) => body.buckets.map((one) => one.accepted);

  test.each([
    ["one a minute", `${span}&buckets=10`, 60_000, [0, 1, 1, 1, 0, 1, 0, 1, 0, 1]],
    ["fewer, with round borders", `${span}&buckets=5`, 120_000, [1, 2, 1, 1, 1]],
    ["filtered", `${span}&buckets=10&name=movie/*`, 60_000, [0, 1, 0, 1, 0, 0, 0, 0, 0, 1]],
    ["by text", `${span}&buckets=10&q=drama`, 60_000, [0, 1, 0, 1, 0, 0, 0, 0, 0, 0]],
    ["rejected alone", `${span}&buckets=2&status=rejected`, 300_000, [0, 0]],
    ["in one", `${span}&buckets=1`, 600_000, [6]],
  ])("counts accepted events: %s", async (_name, query, step, want) => {
    const body = await rate(query);
    expect([body.step, counts(body)]).toEqual([step, want]);
    expect(body.buckets[1]?.at ?? at(0)).toBe(
      new Date(Date.parse(body.from) + (body.buckets[1] ? step : 0)).toISOString(),
    );
  });

  test("counts rejected ones by when they came, in the last 15 minutes unless told", async () => {
    const body = await rate("");
    const rejected = body.buckets.reduce((sum: number, one: { rejected: number }) => sum + one.rejected, 0);
    expect([rejected, body.through, body.buckets.length <= 90]).toEqual([2, 9, true]);
  });

  test("ends now, by the platform's clock, unless told", async () => {
    await api("PUT", "/v2/clock", { mode: "frozen", at: at(9) });
    try {
      const body = await rate("buckets=15");
      expect([body.to, counts(body).reduce((a: number, b: number) => a + b, 0)]).toEqual([at(9), 6]);
    } finally {
      await api("PUT", "/v2/clock", { mode: "system" });
    }
  });

  test("has no more buckets than asked for, however long the time", async () => {
    const body = await rate("from=1965-01-01T00:00:00Z&to=2026-11-20T12:09:00Z&buckets=7");
    expect([body.buckets.length, counts(body).reduce((a: number, b: number) => a + b, 0)]).toEqual([7, 7]);
  });

  test("says by which clock it looked back", async () => {
    expect((await api("GET", `${path}/rate`)).headers.get("understudy-clock")).toMatch(/^system; at=/);
  });

  test.each(["from=2026-11-20T12:09:00Z&to=2026-11-20T12:00:00Z", "buckets=0", "buckets=501", "limit=5"])(
    "that makes no sense is refused: ?%s",
    async (query) => {
      const { status, body } = await api("GET", `${path}/rate?${query}`);
      expect([status, body.code]).toEqual([400, "invalid-query"]);
    },
  );
});

test.each([
  [8, "another page"],
  [9, "the end"],
  [10, "the end"],
])("a page of %i of nine events says that it is followed by %s", async (limit, followed) => {
  const { next } = (await api("GET", `${path}?limit=${limit}`)).body;
  expect(next === null ? "the end" : "another page").toBe(followed);
});

describe("the export", () => {
  const lines = async (query: string) => {
    const { status, headers, body } = await api("GET", `${path}/export?${query}`);
    expect([status, headers.get("content-type")]).toEqual([200, "application/x-ndjson; charset=utf-8"]);
    expect(headers.get("content-disposition")).toBe('attachment; filename="events-development.ndjson"');
    return String(body)
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  };

  test("is every event, oldest first, one a line, as the history tells them", async () => {
    const exported = await lines("");
    expect(exported.map((one) => one.id).join("")).toBe("123456789");
    expect(exported.toReversed()).toEqual((await api("GET", path)).body.data);
  });

  test("takes the same filters", async () => {
    for (const [query, ids] of filters.filter(([one]) => !/limit|after/.test(one)))
      expect(
        (await lines(query))
          .map((one) => one.id)
          .reverse()
          .join(""),
        query,
      ).toBe(ids);
  });

  test("is empty where nothing matches", async () => {
    expect(await lines("name=no/thing")).toEqual([]);
  });
});
