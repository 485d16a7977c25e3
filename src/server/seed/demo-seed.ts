import type { Experience } from "../../core/collection.ts";
import { schemaVersion } from "../../core/documents.ts";
import type { UserCreate } from "../../core/user.ts";
import { demoPersonas } from "./demo-personas.ts";
import type { SeedDocument } from "./seed-workspace.ts";

const people: readonly [id: string, plan: string, country: string, label: string | null][] = [
  ["ana-ribeiro", "gold", "PT", "vip"],
  ["jonas-weber", "silver", "DE", null],
  ["mei-tanaka", "gold", "JP", null],
  ["omar-haddad", "free", "MA", null],
  ["freya-lind", "silver", "SE", "press"],
  ["luca-moretti", "free", "IT", null],
  ["sofia-karim", "gold", "FR", "vip"],
  ["dev-patel", "free", "IN", null],
];

const user = ([id, plan, country, label]: (typeof people)[number]): UserCreate => ({
  id,
  kind: "known",
  fields: { plan, country },
  labels: label === null ? [] : [label],
});

/** The demo: a cinema's app with two types, one Collection that is published, two Tribes, and eight people in each environment. Ids are fixed. */
export function demoSeed(now: number): SeedDocument {
  const at = new Date(now).toISOString();
  const stamps = { createdAt: at, updatedAt: at };
  const experience = (
    id: string,
    key: string,
    name: string,
    typeId: string,
    data: Record<string, string>,
  ): Experience => ({
    id,
    key,
    name,
    typeId,
    scenarios: [{ id: `${id}_default`, name: "Default", serve: { enabled: true, data } }],
    ...stamps,
  });
  const forTribe = (
    one: Experience,
    tribeId: string,
    name: string,
    data: Record<string, string>,
  ): Experience => ({
    ...one,
    scenarios: [
      {
        id: `${one.id}_${tribeId}`,
        name,
        audience: { kind: "everyone", anyOf: [tribeId], noneOf: [] },
        rollout: 100,
        schedule: null,
        serve: { enabled: true, data },
      },
      ...one.scenarios,
    ],
  });
  const property = (key: string, name: string, type: "string" | "text" | "image" | "color") => ({
    id: `prp_${key}`,
    key,
    name,
    type,
  });
  return {
    schemaVersion,
    spaces: [
      {
        schemaVersion,
        space: {
          id: "spc_demo_cinema",
          orgId: "",
          key: "cinema",
          name: "Cinema",
          allowedOrigins: [],
          ...stamps,
        },
        experienceTypes: [
          {
            id: "typ_hero",
            key: "hero",
            name: "Hero",
            properties: [
              property("headline", "Headline", "string"),
              property("background", "Background", "color"),
            ],
            ...stamps,
          },
          {
            id: "typ_teaser",
            key: "teaser",
            name: "Teaser",
            properties: [
              property("title", "Title", "string"),
              property("text", "Text", "text"),
              property("picture", "Picture", "image"),
            ],
            ...stamps,
          },
        ],
        tribes: [
          {
            id: "trb_gold",
            key: "gold-members",
            name: "Gold members",
            audience: "users",
            rules: { field: "plan", op: "equals", value: "gold" },
            ...stamps,
          },
          {
            id: "trb_drama_fans",
            key: "drama-fans",
            name: "Drama fans",
            audience: "everyone",
            rules: {
              event: "movie/watched",
              did: true,
              count: { op: "moreThan", value: 2 },
              window: { last: { days: 7 } },
              where: [{ key: "genre", op: "equals", value: "drama" }],
            },
            ...stamps,
          },
        ],
        tribesRevision: 0,
        personas: demoPersonas(stamps),
        collections: [
          {
            id: "col_homepage",
            key: "homepage",
            name: "Homepage",
            experiences: [
              forTribe(
                experience("exp_banner", "banner", "Banner", "typ_hero", { headline: "Tonight at seven" }),
                "trb_drama_fans",
                "For drama fans",
                { headline: "Another drama, just for you" },
              ),
            ],
            sections: [
              {
                id: "sec_body",
                key: "body",
                name: "Body",
                typeIds: ["typ_teaser"],
                experiences: [
                  experience("exp_drama", "drama-week", "Drama week", "typ_teaser", {
                    title: "Drama week",
                    text: "Seven nights, seven films.",
                  }),
                  experience("exp_family", "family-sunday", "Family Sunday", "typ_teaser", {
                    title: "Family Sunday",
                    text: "Two seats, one ticket.",
                  }),
                ],
                scenarios: [
                  {
                    id: "sec_body_default",
                    name: "Default",
                    serve: { enabled: true, children: ["exp_drama", "exp_family"] },
                  },
                ],
                ...stamps,
              },
            ],
            ...stamps,
          },
        ],
      },
    ],
    publish: (["development", "staging", "production"] as const).map((environment) => ({
      space: "cinema",
      environment,
    })),
    users: (["development", "staging", "production"] as const).map((environment) => ({
      space: "cinema",
      environment,
      users: people.map(user),
    })),
  };
}
