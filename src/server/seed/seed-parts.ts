import type { CollectionDraft, Experience } from "../../core/collection.ts";
import type { ExperienceType } from "../../core/experience-type.ts";
import type { Persona } from "../../core/persona.ts";
import type { Rule } from "../../core/rule.ts";
import type { Tribe } from "../../core/tribe.ts";

interface Stamps {
  readonly createdAt: string;
  readonly updatedAt: string;
}
type Data = Readonly<Record<string, string | number | boolean>>;
/** What some people are served instead, by a Tribe's key; the first one that they are in counts. */
type Others = readonly (readonly [tribe: string, name: string, data: Data])[];

const nameOf = (key: string): string => `${key[0]?.toUpperCase()}${key.slice(1).replaceAll("-", " ")}`;

/** What a seed's Space is made of, in few words. Ids are fixed: they are made of the keys. */
export const seedParts = (stamps: Stamps) => ({
  type: (
    key: string,
    properties: Readonly<Record<string, ExperienceType["properties"][number]["type"]>>,
  ): ExperienceType => ({
    id: `typ_${key}`,
    key,
    name: nameOf(key),
    properties: Object.entries(properties).map(([property, type]) => ({
      id: `prp_${key}_${property}`,
      key: property,
      name: nameOf(property),
      type,
    })),
    ...stamps,
  }),
  tribe: (key: string, rules: Rule, audience: Tribe["audience"] = "everyone"): Tribe => ({
    id: `trb_${key}`,
    key,
    name: nameOf(key),
    audience,
    rules,
    ...stamps,
  }),
  experience: (key: string, type: string, data: Data, others: Others = []): Experience => ({
    id: `exp_${key}`,
    key,
    name: nameOf(key),
    typeId: `typ_${type}`,
    scenarios: [
      ...others.map(([tribe, name, served]) => ({
        id: `exp_${key}_${tribe}`,
        name,
        audience: { kind: "everyone" as const, anyOf: [`trb_${tribe}`], noneOf: [] },
        rollout: 100,
        schedule: null,
        serve: { enabled: true, data: { ...served } },
      })),
      { id: `exp_${key}_default`, name: "Default", serve: { enabled: true, data: { ...data } } },
    ],
    ...stamps,
  }),
  collection: (key: string, experiences: readonly Experience[]): CollectionDraft => ({
    id: `col_${key}`,
    key,
    name: nameOf(key),
    experiences: [...experiences],
    sections: [],
    ...stamps,
  }),
  persona: (
    key: string,
    name: string,
    {
      fields = {},
      events = [],
      tribes,
      experience,
      data,
    }: {
      readonly fields?: Persona["user"]["fields"];
      readonly events?: readonly (readonly [
        name: string,
        daysAgo: number,
        count: number,
        pairs?: Readonly<Record<string, string>>,
      ])[];
      readonly tribes: Readonly<Record<string, boolean>>;
      readonly experience: string;
      readonly data: Data;
    },
  ): Persona => ({
    id: `per_${key}`,
    key,
    name,
    user: { kind: "known", fields, labels: [], platform: "web", sessions: 3 },
    events: events.map(([event, days, count, pairs = {}]) => ({
      name: event,
      ago: { days },
      count,
      metadata: Object.fromEntries(
        Object.entries(pairs).map(([pair, value], at) => [`pair${at + 1}`, { key: pair, value }]),
      ),
    })),
    at: null,
    expected: {
      tribes: Object.entries(tribes).map(([tribe, member]) => ({ tribe: `trb_${tribe}`, member })),
      experiences: [{ experience: `exp_${experience}`, data: { ...data } }],
    },
    ...stamps,
  }),
});

/** Did it so often in the last days. */
export const did = (
  event: string,
  moreThan: number,
  days: number,
  where: Readonly<Record<string, string>> = {},
): Rule => ({
  event,
  did: true,
  count: { op: "moreThan", value: moreThan },
  window: { last: { days } },
  where: Object.entries(where).map(([key, value]) => ({ key, op: "equals" as const, value })),
});
export const didNot = (event: string, days: number): Rule => ({
  event,
  did: false,
  count: { op: "any" },
  window: { last: { days } },
  where: [],
});
export const field = (name: string, value: string): Rule => ({ field: name, op: "equals", value });
