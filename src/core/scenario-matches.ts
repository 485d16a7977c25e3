import { z } from "zod";
import { id, timestamp } from "./primitives.ts";

const counted = z.object({ users: z.number().int(), visitors: z.number().int() });

/** Who gets which scenario now: counts by Experience or Section, and in it by scenario; each scenario is there. */
export const scenarioMatches = z
  .object({
    at: timestamp.meta({ description: "By the platform clock." }),
    checked: z.number().int().meta({ description: "For how many users and visitors it was decided." }),
    of: z.number().int().meta({ description: "How many the environment has." }),
    sampled: z.boolean().meta({
      description: "Not all were checked: there are more than 20,000, and these are spread over them.",
    }),
    experiences: z.record(id, z.record(id, counted)),
  })
  .meta({
    id: "ScenarioMatches",
    example: {
      at: "2026-11-20T14:32:06.240Z",
      checked: 11,
      of: 11,
      sampled: false,
      experiences: {
        exp_banner: { scn_gold: { users: 2, visitors: 0 }, scn_default: { users: 6, visitors: 3 } },
      },
    },
  });
export type ScenarioMatches = z.output<typeof scenarioMatches>;
