import { randomUUID } from "node:crypto";
import { Random } from "./random.ts";
import type { TestServer } from "./server.ts";

/** A Space as a cinema chain would have it after a year: what pages look like when they are full. */
export interface Cinema {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly apiKeys: Readonly<Record<string, string>>;
}

const environments = ["development", "staging", "production"] as const;
/** How many known people each environment has. */
const population = { development: 42, staging: 64, production: 180 } as const;

const heroType = {
  name: "Hero",
  properties: [
    { key: "headline", type: "string", default: "Tonight on Cinema" },
    { key: "synopsis", type: "text" },
    { key: "background", type: "color", default: { value: "#20242c", opacity: 0.92 } },
    { key: "artwork", type: "image", default: "/art/tonight-wide.avif" },
    { key: "layout", type: "select", options: ["wide", "split", "compact"], default: "wide" },
    { key: "opensAt", type: "date" },
    { key: "autoplay", type: "boolean", default: true },
    { key: "tags", type: "list", default: ["premiere"] },
  ],
};
const rowType = {
  name: "Row",
  properties: [
    { key: "title", type: "string", default: "For you" },
    { key: "items", type: "number", default: 12 },
    { key: "more", type: "url", default: "/browse" },
  ],
};
const bannerType = {
  name: "Plan banner",
  properties: [
    { key: "text", type: "string" },
    { key: "action", type: "string", default: "See plans" },
    { key: "rules", type: "json" },
  ],
};

const watched = (genres: readonly string[], value: number) => ({
  event: "movie/watched",
  did: true,
  count: { op: "moreThan", value },
  window: { last: { days: 7 } },
  where: [{ key: "genre", op: "in", value: genres }],
});

const tribes = [
  { name: "Film club", rules: { label: "film-club" } },
  { name: "Kids profiles", rules: { all: [{ field: "profile", op: "equals", value: "kids" }] } },
  { name: "Trial, last 3 days", rules: { all: [{ field: "trialDaysLeft", op: "atMost", value: 3 }] } },
  {
    name: "Binge watchers",
    audience: "users",
    rules: {
      all: [
        { field: "plan", op: "in", value: ["gold", "platinum"] },
        {
          any: [
            watched(["drama", "thriller"], 2),
            {
              event: "episode/finished",
              did: true,
              count: { op: "moreThan", value: 5 },
              window: { last: { hours: 48 } },
            },
          ],
        },
        {
          event: "profile/switched",
          did: false,
          window: { last: { hours: 12 } },
          where: [{ key: "profile", op: "equals", value: "kids" }],
        },
        { not: { tribe: "trial-last-3-days" } },
      ],
    },
  },
  {
    name: "Series finishers",
    rules: { all: [{ event: "series/finished", did: true, window: { last: { days: 14 } } }] },
  },
  {
    name: "Watched yesterday",
    rules: { all: [{ event: "movie/watched", did: true, window: { last: { hours: 24 } } }] },
  },
  {
    name: "German phones",
    rules: {
      all: [
        { attribute: "locale", op: "startsWith", value: "de" },
        { attribute: "platform", op: "in", value: ["ios", "android"] },
      ],
    },
  },
];

const firstNames =
  "ana jonas mei omar freya luca sofia dev hanna tomas rosa ida lena mateus maya yuki nora piotr elif amara".split(
    " ",
  );
const lastNames =
  "ribeiro weber tanaka haddad lind moretti karim patel virtanen novak jimenez kessler berg silva okafor mori dahl zielinski demir diallo".split(
    " ",
  );
const films = [
  "The Long Interval",
  "Cold Platform",
  "Paper Moons",
  "Tidewater",
  "Salt Road",
  "Understudies",
  "Night Train North",
  "Three Acts",
];
const genres = ["drama", "thriller", "comedy", "documentary"];

/** Lays the Space through the API and the SDK plane, as people would. The same every time but for ids and the day. */
export async function layCinema(server: TestServer, name = "Cinema"): Promise<Cinema> {
  const { api } = server;
  const orgId = (await api("GET", "/v2/orgs")).body.data[0].id;
  const space = (await api("POST", "/v2/spaces", { orgId, name })).body;
  const base = `/v2/spaces/${space.key}`;
  const keys = (await api("GET", `${base}/environments`)).body.data;
  const cinema: Cinema = {
    key: space.key,
    id: space.id,
    name: space.name,
    apiKeys: Object.fromEntries(keys.map((one: { key: string; apiKey: string }) => [one.key, one.apiKey])),
  };
  const post = async (path: string, body: object) => {
    const answer = await api("POST", base + path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  for (const type of [heroType, rowType, bannerType]) await post("/experience-types", type);
  for (const tribe of tribes) await post("/tribes", tribe);
  await layCollections(post);
  for (const environment of environments) {
    await layPeople(server, cinema, environment, population[environment]);
    await post("/collections/homepage/publications", { environment, note: "Autumn programme" });
    await post("/collections/title-page/publications", { environment, note: "Skip intro after 3 s" });
    await post("/collections/player/publications", { environment });
  }
  await layDrafts(server, base);
  await post("/collections/homepage/publications", {
    environment: "development",
    note: "Premiere weekend, festival art",
  });
  await layPersonas(post);
  return cinema;
}

type Post = (path: string, body: object) => Promise<{ readonly key: string }>;

const scenario = (name: string, anyOf: readonly string[], data: object, rollout = 100) => ({
  name,
  audience: { kind: "users", anyOf, noneOf: anyOf.includes("film-club") ? ["kids-profiles"] : [] },
  rollout,
  serve: { enabled: true, data },
});

async function layCollections(post: Post): Promise<void> {
  for (const name of ["Homepage", "Title page", "Search", "Player", "Onboarding", "Plans"])
    await post("/collections", { name });
  await post("/collections/homepage/experiences", {
    name: "Hero",
    typeId: "hero",
    scenarios: [
      scenario("One episode left", ["series-finishers"], { headline: "One episode left" }),
      {
        ...scenario(
          "Premiere night",
          ["binge-watchers", "film-club"],
          { headline: "Premiere night", opensAt: "2026-12-04T19:15:00Z" },
          10,
        ),
        schedule: {
          from: "2026-11-04T23:00:00Z",
          until: "2027-01-02T23:00:00Z",
          days: ["fri", "sat"],
          hours: { from: "18:00", to: "23:30" },
          timeZone: "Europe/Berlin",
        },
      },
      scenario("Trial ends soon", ["trial-last-3-days"], {
        headline: "Your trial ends soon",
        autoplay: false,
      }),
      {
        ...scenario("Rate what you saw", ["watched-yesterday"], {}, 50),
        serve: { enabled: false, data: {} },
      },
      { name: "Default", serve: { enabled: true, data: {} } },
    ],
  });
  await post("/collections/homepage/experiences", { name: "Continue watching", typeId: "row" });
  await post("/collections/homepage/experiences", {
    name: "Plan banner",
    typeId: "plan-banner",
    scenarios: [{ name: "Default", serve: { enabled: false, data: { text: "More for you in Gold" } } }],
  });
  await post("/collections/homepage/sections", {
    name: "Body",
    typeIds: ["row"],
    experiences: ["Premieres", "Because you watched", "Film club picks", "Leaving soon"].map((name) => ({
      name,
      typeId: "row",
    })),
    scenarios: [
      {
        name: "Film club first",
        audience: { anyOf: ["film-club"] },
        serve: { enabled: true, children: ["film-club-picks", "premieres", "leaving-soon"] },
      },
      {
        name: "Default",
        serve: { enabled: true, children: ["premieres", "because-you-watched", "leaving-soon"] },
      },
    ],
  });
  await post("/collections/title-page/experiences", { name: "Skip intro", typeId: "plan-banner" });
  await post("/collections/player/experiences", { name: "Next episode", typeId: "row" });
  await post("/collections/onboarding/experiences", { name: "Welcome", typeId: "hero" });
}

/** What differs from what is published, so that there is something to publish. */
async function layDrafts({ api }: TestServer, base: string): Promise<void> {
  const hero = `${base}/collections/homepage/experiences/hero`;
  const { scenarios } = (await api("GET", hero)).body;
  const [first, premiere, ...rest] = scenarios;
  const data = {
    ...premiere.serve.data,
    headline: "Premiere night: The Long Interval",
    synopsis: "A stage manager, one empty theatre, and the understudy who never left.",
    background: { value: "#5c1226", opacity: 0.92 },
    autoplay: false,
  };
  await api("PATCH", hero, {
    scenarios: [first, { ...premiere, rollout: 25, serve: { enabled: true, data } }, ...rest],
  });
  await api("PATCH", `${base}/collections/homepage/experiences/plan-banner`, {
    scenarios: [{ name: "Default", serve: { enabled: true, data: { text: "Trial ends in 3 days" } } }],
  });
}

async function layPeople(
  server: TestServer,
  cinema: Cinema,
  environment: (typeof environments)[number],
  count: number,
): Promise<void> {
  const random = new Random(7);
  const people = Array.from({ length: count }, (_, i) => ({
    id: `${firstNames[i % firstNames.length]}-${lastNames[(i + Math.floor(i / firstNames.length)) % lastNames.length]}`,
    fields: {
      plan: random.pick(["gold", "platinum", "silver", "free"]),
      country: random.pick(["DE", "PT", "JP", "SE", "IT"]),
      trialDaysLeft: random.below(20),
    },
    labels: random.next() < 0.3 ? ["film-club"] : [],
  }));
  await server.api("POST", `/v2/spaces/${cinema.key}/environments/${environment}/users/import`, people);
  const key = cinema.apiKeys[environment] ?? "";
  for (const [index, { id }] of people.slice(0, 14).entries()) {
    const sdk = random.pick(["browser", "ios", "android", "roku"]);
    await server.sdk(
      "POST",
      "/sdk/v1/sessions",
      {
        userId: id,
        sdk: { name: sdk === "roku" && environment !== "production" ? "browser" : sdk, version: "1.0.0" },
        device: {
          id: `device-${index}`,
          platform: sdk === "browser" ? "web" : sdk,
          locale: random.pick(["de-DE", "en-GB", "pt-PT"]),
        },
      },
      { "x-api-key": key },
    );
  }
  const now = Date.now();
  const events = Array.from({ length: count * 12 }, (_, i) => ({
    id: randomUUID(),
    name: random.pick([
      "movie/watched",
      "movie/watched",
      "movie/started",
      "episode/finished",
      "series/finished",
      "profile/switched",
    ]),
    time: new Date(now - Math.floor((count * 12 - i) * 1000 * 60 * 1.7)).toISOString(),
    userId: random.pick(people).id,
    metadata: {
      pair1: { key: "genre", value: random.pick(genres) },
      pair2: { key: "title", value: random.pick(films) },
    },
  }));
  events.push({ ...(events[3] as (typeof events)[number]), id: randomUUID(), name: "system/heartbeat" });
  for (let at = 0; at < events.length; at += 400) {
    const body = {
      sentAt: new Date(now).toISOString(),
      events: events.slice(at, at + 400),
      sdk: { name: "browser", version: "1.0.0" },
    };
    const { status } = await server.sdk("POST", "/sdk/v1/events", body, { "x-api-key": key });
    if (status !== 202) throw new Error(`events: ${status}`);
  }
}

async function layPersonas(post: Post): Promise<void> {
  const three = [
    {
      name: "movie/watched",
      ago: { days: 2 },
      count: 3,
      metadata: { pair1: { key: "genre", value: "drama" } },
    },
  ];
  await post("/personas", {
    name: "Gold binge watcher",
    user: { fields: { plan: "gold", trialDaysLeft: 12 } },
    events: three,
    expected: { tribes: [{ tribe: "binge-watchers", member: true }] },
  });
  await post("/personas", {
    name: "Trial, two days left",
    user: { fields: { plan: "free", trialDaysLeft: 2 } },
    expected: {
      tribes: [{ tribe: "trial-last-3-days", member: true }],
      experiences: [
        { experience: "homepage.hero", enabled: true, data: { headline: "Your trial ends soon" } },
      ],
    },
  });
  await post("/personas", {
    name: "Club member",
    user: { fields: { plan: "silver" }, labels: ["film-club"] },
    expected: { experiences: [{ experience: "homepage.plan-banner", enabled: true }] },
  });
}
