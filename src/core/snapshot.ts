import { z } from "zod";
import { id, name, newName, timestamp } from "./primitives.ts";

/** Everything at one moment: documents, events, users, and how the clock was set. */
export const snapshot = z
  .object({
    id,
    name,
    createdAt: timestamp,
    bytes: z.number().int(),
    counts: z.object({ spaces: z.number().int(), users: z.number().int(), events: z.number().int() }),
    kept: z.boolean().meta({
      description: "What a restore found and kept by itself; it goes once there are two newer ones.",
    }),
  })
  .meta({
    id: "Snapshot",
    example: {
      id: "snp_6KqTn2wA",
      name: "before the show",
      createdAt: "2026-12-04T19:58:00.000Z",
      bytes: 1_204_224,
      counts: { spaces: 1, users: 180, events: 15_204 },
      kept: false,
    },
  });
export type Snapshot = z.output<typeof snapshot>;

export const snapshotCreate = z
  .strictObject({ name: newName })
  .meta({ example: { name: "before the show" } });

export const snapshotRestored = z
  .object({ restored: id, kept: id.meta({ description: "The snapshot of what was there before." }) })
  .meta({ id: "SnapshotRestored", example: { restored: "snp_6KqTn2wA", kept: "snp_b81Xa0Qz" } });
