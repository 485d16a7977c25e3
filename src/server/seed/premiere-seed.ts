import { scene } from "../../core/scene.ts";
import { demoSeed } from "./demo-seed.ts";
import { did, didNot, field, seedParts } from "./seed-parts.ts";
import type { SeedDocument } from "./seed-workspace.ts";

const premiereBanner = { headline: "Another drama, just for you" };

/** The demo's cinema grown up: five Collections, nine types, twelve Tribes, six personas, and 180 people who use it. */
export function premiereSeed(now: number): SeedDocument {
  const at = new Date(now).toISOString();
  const { type, tribe, experience, collection, persona } = seedParts({ createdAt: at, updatedAt: at });
  const demo = demoSeed(now);
  const spaces = demo.spaces.map((space) => ({
    ...space,
    experienceTypes: [
      ...space.experienceTypes,
      type("offer", { title: "string", price: "number", button: "string" }),
      type("notice", { text: "text", urgent: "boolean" }),
      type("shelf", { title: "string", genre: "string" }),
      type("trailer", { title: "string", video: "url" }),
      type("plan-card", { title: "string", price: "number" }),
      type("onboarding-card", { title: "string", text: "text" }),
      type("player-hint", { text: "string", seconds: "number" }),
    ],
    tribes: [
      ...space.tribes,
      tribe("comedy-fans", did("movie/watched", 2, 7, { genre: "comedy" })),
      tribe("series-finishers", did("episode/finished", 4, 14)),
      tribe("binge-watchers", did("movie/watched", 6, 7)),
      tribe("free-plan", field("plan", "free"), "users"),
      tribe("silver-members", field("plan", "silver"), "users"),
      tribe("lapsed", { all: [didNot("movie/watched", 14), did("movie/watched", 0, 30)] }),
      tribe("newcomers", didNot("movie/watched", 30)),
      tribe("trailer-lovers", did("trailer/played", 2, 14)),
      tribe("big-screen", { attribute: "platform", op: "equals", value: "tv" }),
      tribe("ready-to-upgrade", { all: [{ tribe: "trb_free-plan" }, { tribe: "trb_binge-watchers" }] }),
    ],
    collections: [
      ...space.collections.map((homepage) => ({
        ...homepage,
        experiences: [
          ...homepage.experiences,
          experience("plan-banner", "offer", { title: "Gold for a month", price: 9, button: "Try it" }, [
            [
              "ready-to-upgrade",
              "For those who watch a lot",
              { title: "You watch like gold", price: 5, button: "Upgrade" },
            ],
          ]),
          experience("continue-watching", "shelf", { title: "Continue watching", genre: "any" }, [
            ["comedy-fans", "For comedy fans", { title: "More to laugh about", genre: "comedy" }],
          ]),
        ],
      })),
      collection("premieres", [
        experience("tonight", "trailer", {
          title: "The Long Interval",
          video: "https://example.com/long-interval",
        }),
        experience("premiere-notice", "notice", { text: "Premiere on Friday at eight.", urgent: false }, [
          ["lapsed", "For who has been away", { text: "Come back for the premiere.", urgent: true }],
        ]),
      ]),
      collection("player", [
        experience("skip-intro", "player-hint", { text: "Skip intro", seconds: 8 }, [
          ["series-finishers", "For who finishes series", { text: "Next episode", seconds: 4 }],
        ]),
      ]),
      collection("onboarding", [
        experience("welcome", "onboarding-card", { title: "Good to see you", text: "Here is what is new." }, [
          ["newcomers", "For newcomers", { title: "Welcome", text: "Three films to begin with." }],
        ]),
      ]),
      collection("plans", [
        experience("gold-plan", "plan-card", { title: "Gold", price: 9 }),
        experience("silver-plan", "plan-card", { title: "Silver", price: 6 }),
      ]),
    ],
    personas: [
      ...space.personas,
      persona("comedy-fan", "Comedy fan", {
        events: [["movie/watched", 1, 3, { genre: "comedy" }]],
        tribes: { "comedy-fans": true, drama_fans: false },
        experience: "continue-watching",
        data: { genre: "comedy" },
      }),
      persona("ready-to-upgrade", "Free, and watches every night", {
        fields: { plan: "free" },
        events: [["movie/watched", 2, 7, { genre: "thriller" }]],
        tribes: { "ready-to-upgrade": true },
        experience: "plan-banner",
        data: { button: "Upgrade" },
      }),
      persona("long-away", "Long away", {
        events: [["movie/watched", 20, 2, { genre: "drama" }]],
        tribes: { lapsed: true, newcomers: false },
        experience: "premiere-notice",
        data: { urgent: true },
      }),
      persona("series-night", "Finishes every series", {
        events: [["episode/finished", 3, 5]],
        tribes: { "series-finishers": true },
        experience: "skip-intro",
        data: { text: "Next episode" },
      }),
    ],
  }));
  return { ...demo, spaces, users: [], scenes: [{ space: "cinema", lay: "development", scene: premiere }] };
}

/** 180 people of a cinema on the evening of a premiere. */
const premiere = scene.parse({
  schemaVersion: 1,
  key: "premiere",
  name: "Friday premiere",
  seed: 7,
  begins: "2026-12-04T20:00:00Z",
  days: 30,
  people: {
    count: 180,
    visitors: 0.15,
    fields: {
      plan: { weights: { free: 5, silver: 3, gold: 2 } },
      taste: { weights: { drama: 3, comedy: 3, series: 2, anything: 2 } },
      country: { weights: { DE: 4, PT: 2, FR: 2, SE: 1, JP: 1 } },
      age: { from: 16, to: 74 },
    },
    labels: { vip: 0.05, press: 0.03 },
    platforms: { web: 5, ios: 3, android: 3, tv: 3 },
    named: [
      {
        id: "maya-okafor",
        name: "Maya Okafor",
        fields: { plan: "gold", country: "DE", taste: "none" },
        platform: "web",
      },
      {
        id: "ana-ribeiro",
        name: "Ana Ribeiro",
        fields: { plan: "gold", country: "PT" },
        labels: ["vip"],
        platform: "ios",
      },
      { id: "luca-moretti", name: "Luca Moretti", fields: { plan: "free", country: "IT" }, platform: "tv" },
    ],
  },
  intents: [
    {
      key: "evening-film",
      name: "An evening film",
      who: { fields: { taste: ["drama"] } },
      perDay: 0.9,
      between: { from: "17:00", to: "23:00" },
      steps: [
        { event: "app/opened" },
        { event: "shelf/scrolled", chance: 0.8, times: { from: 1, to: 3 } },
        { event: "trailer/played", chance: 0.3, wait: { from: 5, to: 60 } },
        {
          event: "movie/watched",
          chance: 0.25,
          served: [{ experience: "homepage.banner", data: premiereBanner, chance: 0.6 }],
          wait: { from: 3000, to: 7000 },
          experience: "homepage.banner",
          metadata: { genre: "drama", minutes: { from: 80, to: 150 } },
        },
      ],
    },
    {
      key: "light-evening",
      name: "A light evening",
      who: { fields: { taste: ["comedy", "series", "anything"] } },
      perDay: 0.5,
      between: { from: "17:00", to: "23:00" },
      steps: [
        { event: "app/opened" },
        { event: "shelf/scrolled", chance: 0.8, times: { from: 1, to: 3 } },
        {
          event: "movie/watched",
          chance: 0.5,
          wait: { from: 3000, to: 7000 },
          metadata: {
            genre: { weights: { comedy: 5, drama: 1, thriller: 3, documentary: 2, family: 2 } },
            minutes: { from: 70, to: 130 },
          },
        },
      ],
    },
    {
      key: "series-hour",
      name: "An hour of a series",
      perDay: 0.3,
      between: { from: "12:00", to: "01:00" },
      steps: [
        { event: "app/opened" },
        { event: "episode/finished", chance: 0.8, times: { from: 1, to: 3 }, wait: { from: 1200, to: 3000 } },
      ],
    },
    {
      key: "looks-around",
      name: "Looks around",
      perDay: 0.25,
      steps: [
        { event: "app/opened" },
        { event: "shelf/scrolled", times: { from: 1, to: 4 } },
        { event: "trailer/played", chance: 0.4 },
        {
          event: "plan/viewed",
          chance: 0.08,
          served: [{ experience: "homepage.plan-banner", data: { button: "Upgrade" }, chance: 0.3 }],
        },
      ],
    },
  ],
  script: [
    {
      title: "Maya opens the app and sees “Tonight at seven”",
      says: "This is what everybody sees.",
      do: [{ be: "maya-okafor" }],
    },
    {
      title: "Maya watches two dramas to the end",
      says: "Nothing changes yet: drama fans have seen three in a week.",
      do: [
        { track: { person: "maya-okafor", event: "movie/watched", times: 2, metadata: { genre: "drama" } } },
      ],
    },
    {
      title: "Maya finishes a third drama",
      says: "She joins Drama fans. On every device the hero becomes another drama.",
      do: [{ track: { person: "maya-okafor", event: "movie/watched", metadata: { genre: "drama" } } }],
    },
    { title: "Hold Alt", says: "The phone says why she sees it: the very events, counted." },
    {
      title: "Jump 8 days",
      says: "Drama fans empties, and the hero goes back.",
      do: [{ forward: { days: 8 } }],
    },
    { title: "Back to today", do: [{ clock: "system" }] },
    { title: "Change the headline in the console", says: "Watch the TV." },
    {
      title: "Publish to Production",
      do: [{ publish: { collection: "homepage", environment: "production" } }],
    },
  ],
});
