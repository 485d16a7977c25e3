import { z } from "zod";
import { why } from "./explanation.ts";
import { reference } from "./primitives.ts";
import { audienceKinds } from "./scenario.ts";
import { rule } from "./targeting/rule-schema.ts";
import { reach } from "./tribe.ts";
import { user, userId, userKinds } from "./user.ts";

/** A Tribe that is not saved: with `id` an edit of that one, without it a new one. */
export const tribeTrial = z
  .strictObject({
    id: reference.optional().meta({ description: "The Tribe that is being edited, by id or key." }),
    audience: z.enum(audienceKinds).default("everyone"),
    rules: rule.default({ all: [] }),
    userId: userId.optional().meta({ description: "Somebody to decide about, with reasons." }),
    kind: z.enum(userKinds).optional(),
  })
  .meta({
    example: {
      audience: "everyone",
      rules: { event: "movie/watched", did: true, count: { op: "moreThan", value: 2 } },
      userId: "ana-ribeiro",
    },
  });
export type TribeTrial = z.output<typeof tribeTrial>;

const moved = z.object({
  users: z.number().int(),
  visitors: z.number().int(),
  sample: z.array(z.string()).meta({ description: "Ids of up to 20 of them." }),
});

/** What the Tribe would be: whom it would hold, who would come in and who would go. */
export const tribeTrialResult = z
  .object({
    reach,
    before: reach.nullable().meta({ description: "Of the Tribe as it is saved; null for a new one." }),
    added: moved.meta({ description: "In it by the trial, and not as it is saved: for a new one, all." }),
    removed: moved,
    person: z
      .object({ user, matched: z.boolean(), wasMatched: z.boolean().nullable(), why })
      .nullable()
      .meta({ description: "null where nobody was asked about, or nobody has that id." }),
  })
  .meta({ id: "TribeTrialResult" });
export type TribeTrialResult = z.output<typeof tribeTrialResult>;
