import { scene } from "../../core/scene.ts";

const dramaBanner = { headline: "Another drama, just for you" };

/** 180 people of a cinema on the evening of a premiere. */
export const premiereScene = () =>
  scene.parse({
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
          fields: { plan: "gold", country: "DE", taste: "family" },
          platform: "web",
        },
        {
          id: "ana-ribeiro",
          name: "Ana Ribeiro",
          fields: { plan: "gold", country: "PT", taste: "family" },
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
            served: [{ experience: "homepage.banner", data: dramaBanner, chance: 0.6 }],
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
        key: "family-film",
        name: "A film with the family",
        who: { fields: { taste: ["family"] } },
        perDay: 0.3,
        between: { from: "14:00", to: "19:00" },
        steps: [
          { event: "app/opened" },
          {
            event: "movie/watched",
            wait: { from: 3000, to: 7000 },
            metadata: { genre: "family", minutes: { from: 80, to: 110 } },
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
          {
            event: "episode/finished",
            chance: 0.8,
            times: { from: 1, to: 3 },
            wait: { from: 1200, to: 3000 },
          },
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
          {
            track: { person: "maya-okafor", event: "movie/watched", times: 2, metadata: { genre: "drama" } },
          },
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
