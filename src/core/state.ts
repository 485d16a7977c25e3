import { z } from "zod";
import { id, json } from "./primitives.ts";

/** What a user is served of one Experience or Section. */
export const state = z
  .object({
    key: z.string(),
    enabled: z.boolean(),
    data: z.record(z.string(), json),
    scenario: z.object({ id, name: z.string() }),
    reason: z.enum(["targeting", "default", "rollout", "schedule", "disabled"]),
    children: z.array(z.object({ id, typeId: id })).optional(),
  })
  .meta({ id: "State" });
export type State = z.output<typeof state>;
