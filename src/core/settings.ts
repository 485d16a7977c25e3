import { z } from "zod";
import { timestamp } from "./primitives.ts";

/** Settings of the whole workspace, kept in workspace.json. */
export const settings = z
  .object({
    legacyApi: z.enum(["deprecated", "gone"]).meta({ description: "`gone` makes /v1.0 answer 410." }),
    retentionDays: z
      .number()
      .int()
      .min(1)
      .max(3650)
      .meta({ description: "How long events are kept, in days." }),
  })
  .meta({ id: "Settings", example: { legacyApi: "deprecated", retentionDays: 30 } });
export type Settings = z.output<typeof settings>;

export const defaultSettings: Settings = { legacyApi: "deprecated", retentionDays: 30 };

export const settingsPatch = z
  .strictObject({
    legacyApi: settings.shape.legacyApi.optional(),
    retentionDays: settings.shape.retentionDays.optional(),
  })
  .meta({ example: { retentionDays: 14 } });

/** The platform clock: the real one, the real one moved by seconds, or one that stands still. */
export const clockSetting = z
  .discriminatedUnion("mode", [
    z.strictObject({ mode: z.literal("system") }),
    z.strictObject({
      mode: z.literal("offset"),
      seconds: z.number().int().min(-3_153_600_000).max(3_153_600_000),
    }),
    z.strictObject({ mode: z.literal("frozen"), at: timestamp }),
  ])
  .meta({ id: "ClockSetting", example: { mode: "offset", seconds: 86400 } });
export type ClockSetting = z.output<typeof clockSetting>;

export const clock = z
  .object({
    mode: z.enum(["system", "offset", "frozen"]),
    at: timestamp,
    seconds: z.number().int().optional(),
  })
  .meta({ id: "Clock", example: { mode: "system", at: "2026-11-20T14:32:06.240Z" } });
export type Clock = z.output<typeof clock>;

/** What the running copy says about itself. */
export const status = z
  .object({
    version: z.string(),
    startedAt: timestamp,
    pid: z.number().int(),
    node: z.string(),
    dataDir: z.string(),
    platformUrl: z.string(),
    sdkUrl: z.string(),
    lanUrls: z.array(z.string()),
    clock,
    warnings: z
      .array(z.string())
      .meta({ description: "What the operator should know, e.g. a file that was refused." }),
  })
  .meta({ id: "Status" });
export type Status = z.output<typeof status>;
