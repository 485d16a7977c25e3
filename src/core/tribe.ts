import { z } from "zod";
import { id, name, newName, slug, timestamp } from "./primitives.ts";
import { audienceKinds } from "./scenario.ts";
import { rule } from "./targeting/rule-schema.ts";

const example = {
  name: "Binge watchers",
  audience: "everyone" as const,
  rules: {
    event: "movie/watched",
    did: true,
    count: { op: "moreThan", value: 2 },
    window: { last: { days: 7 } },
    where: [{ key: "genre", op: "equals", value: "drama" }],
  },
};

/** Of a Space: every session decides all of them. */
export const mostTribes = 1000;

/** A saved audience. `rules` refer to other Tribes by id. */
export const tribe = z
  .object({
    id,
    key: slug,
    name,
    audience: z.enum(audienceKinds),
    rules: rule,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "Tribe" });
export type Tribe = z.output<typeof tribe>;

/** All of the Tribes that decides who is in them, as one text: not their names. */
export const membershipText = (tribes: readonly Tribe[]): string =>
  JSON.stringify(tribes.map(({ id, audience, rules }) => [id, audience, rules]));

export const tribeCreate = z
  .strictObject({
    name: newName,
    key: slug.optional(),
    audience: z.enum(audienceKinds).default("everyone"),
    rules: rule.default({ all: [] }),
  })
  .meta({ example });
export type TribeCreate = z.output<typeof tribeCreate>;

export const tribePatch = z
  .strictObject({
    name: newName.optional(),
    key: slug.optional(),
    audience: z.enum(audienceKinds).optional(),
    rules: rule.optional(),
  })
  .meta({ example: { name: "Weekend watchers" } });
export type TribePatch = z.output<typeof tribePatch>;

const counted = z.object({ users: z.number().int(), visitors: z.number().int() });

/** How many people of an environment are in a Tribe, and who, for example. */
export const reach = z
  .object({
    ...counted.shape,
    matched: counted,
    sample: z.array(z.string()).meta({ description: "Ids of up to 20 who match." }),
    at: timestamp.meta({ description: "By the platform clock." }),
  })
  .meta({
    id: "Reach",
    example: {
      users: 8,
      visitors: 3,
      matched: { users: 2, visitors: 0 },
      sample: ["ana-ribeiro", "mei-tanaka"],
      at: "2026-11-20T14:32:06.240Z",
    },
  });
export type Reach = z.output<typeof reach>;
