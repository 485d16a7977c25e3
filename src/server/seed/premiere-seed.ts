import type { Experience } from "../../core/collection.ts";
import type { ExperienceServe } from "../../core/scenario.ts";
import { demoSeed } from "./demo-seed.ts";
import { premiereScene } from "./premiere-scene.ts";
import { did, didNot, field, seedParts } from "./seed-parts.ts";
import type { SeedDocument } from "./seed-workspace.ts";

/** The demo's cinema grown up: five Collections, nine types, twelve Tribes, six personas, and 180 people who use it. */
export function premiereSeed(now: number): SeedDocument {
  const at = new Date(now).toISOString();
  const { type, tribe, experience, collection, persona } = seedParts({ createdAt: at, updatedAt: at });
  const demo = demoSeed(now);
  const spaces = demo.spaces.map((space) => ({
    ...space,
    experienceTypes: [
      ...space.experienceTypes.map((one) =>
        one.key !== "hero"
          ? one
          : {
              ...one,
              properties: [
                ...one.properties,
                ...type("hero", { film: "string", button: "string" }).properties,
              ],
            },
      ),
      type("offer", { title: "string", text: "string", price: "number", button: "string" }),
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
          ...homepage.experiences.map(withFilms),
          experience(
            "plan-banner",
            "offer",
            {
              title: "Gold for a month",
              text: "Every film, every screen, premieres on the night.",
              price: 9,
              button: "Try it",
            },
            [
              [
                "ready-to-upgrade",
                "For those who watch a lot",
                {
                  title: "You watch like gold",
                  text: "Four screens and no adverts, for half.",
                  price: 5,
                  button: "Upgrade",
                },
              ],
              [
                "gold",
                "For gold members",
                {
                  title: "Bring a friend to the premiere",
                  text: "Gold has two seats for Night Train North tonight. One is yours.",
                  price: 0,
                  button: "Send the other seat",
                },
              ],
            ],
          ),
          experience("continue-watching", "shelf", { title: "Continue watching", genre: "any" }, [
            ["comedy-fans", "For comedy fans", { title: "More to laugh about", genre: "comedy" }],
          ]),
        ],
        sections: homepage.sections.map((body) => ({
          ...body,
          experiences: [
            ...body.experiences,
            ...Object.entries(films).map(([key, [title, text]]) =>
              experience(key, "teaser", { title, text }),
            ),
          ],
          scenarios: [
            order("sec_body_drama", "Drama first", "trb_drama_fans", dramaFirst),
            order("sec_body_comedy", "Comedy first", "trb_comedy-fans", comedyFirst),
            ...body.scenarios.map((everybody) => ({
              ...everybody,
              serve: {
                enabled: true,
                children: Object.keys(films).map(teaser),
              },
            })),
          ],
        })),
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
        offByDefault(
          experience(
            "welcome",
            "onboarding-card",
            { title: "Good to see you", text: "Here is what is new." },
            [
              [
                "newcomers",
                "For newcomers",
                {
                  title: "Pick three. We take it from there.",
                  text: "No account yet, no questions. Watch one, and your page follows.",
                },
              ],
            ],
          ),
        ),
      ]),
      collection("plans", [
        experience("gold-plan", "plan-card", { title: "Gold", price: 9 }),
        experience("silver-plan", "plan-card", { title: "Silver", price: 6 }),
      ]),
    ],
    personas: [
      ...space.personas.map((one) => ({
        ...one,
        expected: {
          ...one.expected,
          experiences: one.expected.experiences.map((expected) =>
            expected.children === undefined
              ? expected
              : { ...expected, children: Object.keys(films).map(teaser) },
          ),
        },
      })),
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
  return {
    ...demo,
    spaces,
    users: [],
    scenes: [{ space: "cinema", lay: "development", scene: premiereScene() }],
  };
}

/** What the cinema shows, by the key that the sample app knows its picture by. */
const films = {
  "night-train-north": ["Night Train North", "The last sleeper before winter closes the line."],
  "salt-road": ["Salt Road", "A driver, a widow and a piano cross the white desert."],
  "paper-moons": ["Paper Moons", "Two rival stage designers, one school play."],
  "long-interval": ["The Long Interval", "When the lead does not return, the prompter walks on."],
  tidewater: ["Tidewater", "A boat comes in with no one at the wheel."],
  "three-acts": ["Three Acts", "One house, three tenants, a hundred years."],
  "cold-platform": ["Cold Platform", "The last tube has gone. Somebody is still waiting."],
} as const;
type Film = keyof typeof films;

const teaser = (film: string) => `exp_${film}`;

const dramaFirst: readonly Film[] = [
  "three-acts",
  "salt-road",
  "long-interval",
  "tidewater",
  "cold-platform",
  "night-train-north",
];
const comedyFirst: readonly Film[] = [
  "paper-moons",
  "three-acts",
  "tidewater",
  "night-train-north",
  "salt-road",
  "cold-platform",
];

const order = (id: string, name: string, tribe: string, children: readonly Film[]) => ({
  id,
  name,
  audience: { kind: "everyone" as const, anyOf: [tribe], noneOf: [] },
  rollout: 100,
  schedule: null,
  serve: { enabled: true, children: children.map(teaser) },
});

/** The demo's banner, with a film behind each of its headlines, and two more for who does not watch much yet. */
function withFilms(banner: Experience): Experience {
  const more = (tribe: string, name: string, kind: "users" | "visitors", data: ExperienceServe["data"]) => ({
    id: `${banner.id}_${tribe}`,
    name,
    audience: { kind, anyOf: [`trb_${tribe}`], noneOf: [] },
    rollout: 100,
    schedule: null,
    serve: { enabled: true, data },
  });
  const filmed = banner.scenarios.map((scenario) => ({
    ...scenario,
    serve: {
      ...scenario.serve,
      data: {
        ...scenario.serve.data,
        ...(scenario.audience === undefined
          ? { film: "night-train-north", button: "Watch the premiere" }
          : { film: "tidewater" }),
      },
    },
  }));
  return {
    ...banner,
    scenarios: [
      ...filmed.slice(0, -1),
      more("newcomers", "For a first visit", "visitors", {
        headline: "Your first film is on us",
        film: "salt-road",
        button: "Watch free",
      }),
      more("free-plan", "For the free plan", "users", {
        headline: "Free this week, and very funny",
        film: "paper-moons",
        button: "Play free",
      }),
      ...filmed.slice(-1),
    ],
  };
}

const offByDefault = (one: Experience): Experience => ({
  ...one,
  scenarios: one.scenarios.map((scenario) =>
    scenario.audience === undefined
      ? { ...scenario, serve: { ...scenario.serve, enabled: false } }
      : scenario,
  ),
});
