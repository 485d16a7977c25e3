import { z } from "zod";
import { timestamp } from "./primitives.ts";

const loopbackOrigin = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/;

/** Labels of letters, digits and inner hyphens, the last one beginning with a letter, or four numbers: all that URL reads, too. */
const httpsOrigin =
  /^https:\/\/(?!(?:[^/]*\.)?xn--)((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z](?:[a-z0-9-]*[a-z0-9])?|(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!:|$)|(?=:|$))){4})(:\d{1,5})?$/;
const portOf = (text: string): number => Number(/:(\d+)$/.exec(text)?.[1] ?? 443);

/** The web origin of a GitHub: github.com, or an Enterprise server's. */
const gitHubOrigin = z
  .string()
  .max(200)
  .refine(
    (text) => (loopbackOrigin.test(text) || httpsOrigin.test(text)) && portOf(text) <= 65_535,
    "must be an origin such as https://github.example.com, without a path",
  );

/** The operator's OAuth client, as far as it is told: never its secret. */
export const gitHubClient = z.object({ clientId: z.string().min(1).max(200), baseUrl: gitHubOrigin });
export type GitHubClient = z.output<typeof gitHubClient>;

/** What is told of it. `locked`: sealed by the desktop app, in a keychain that the copy that runs cannot use. */
const gitHubClientTold = gitHubClient.extend({
  secret: z.enum(["file", "keychain", "locked"]).meta({
    description:
      "Where the secret is kept: in a file of the workspace, sealed by the system's keychain, or so that this copy can't open it.",
  }),
});
export type GitHubClientTold = z.output<typeof gitHubClientTold>;

/** Settings of the whole workspace, kept in workspace.json. */
export const storedSettings = z.object({
  legacyApi: z.enum(["deprecated", "gone"]).meta({ description: "`gone` makes /v1.0 answer 410." }),
  retentionDays: z
    .number()
    .int()
    .min(1)
    .max(3650)
    .meta({ description: "How long events are kept, in days." }),
});
export type StoredSettings = z.output<typeof storedSettings>;

/** What the API tells: those, and the GitHub client, which is kept apart. */
export const settings = storedSettings
  .extend({
    github: gitHubClientTold
      .nullable()
      .meta({ description: "The OAuth client of “Sign in with GitHub”, without its secret." }),
  })
  .meta({ id: "Settings", example: { legacyApi: "deprecated", retentionDays: 30, github: null } });
export type Settings = z.output<typeof settings>;

export const defaultSettings: StoredSettings = { legacyApi: "deprecated", retentionDays: 30 };

export const settingsPatch = z
  .strictObject({
    legacyApi: settings.shape.legacyApi.optional(),
    retentionDays: settings.shape.retentionDays.optional(),
    github: z
      .strictObject({
        clientId: gitHubClient.shape.clientId,
        clientSecret: z.string().min(1).max(500),
        baseUrl: gitHubOrigin.default("https://github.com"),
      })
      .nullable()
      .optional(),
  })
  .meta({ example: { retentionDays: 14 } });
export type SettingsPatch = z.output<typeof settingsPatch>;

/** The platform clock: the real one, the real one moved by seconds, or one that stands still. */
export const clockSetting = z
  .discriminatedUnion(
    "mode",
    [
      z.strictObject({ mode: z.literal("system") }),
      z.strictObject({
        mode: z.literal("offset"),
        seconds: z.number().int().min(-3_153_600_000).max(3_153_600_000),
      }),
      z.strictObject({ mode: z.literal("frozen"), at: timestamp }),
    ],
    { error: ({ code }) => (code === "invalid_union" ? "must be one of system, offset, frozen" : undefined) },
  )
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

/** Whether the SDK plane, and it alone, is open to the local network, and where other devices reach it. */
export const lan = z
  .object({ open: z.boolean(), urls: z.array(z.string()) })
  .meta({ id: "Lan", example: { open: true, urls: ["http://192.168.1.24:4748"] } });
export type Lan = z.output<typeof lan>;
export const lanSetting = z.strictObject({ open: z.boolean() }).meta({ example: { open: true } });

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
    ingestion: z
      .enum(["running", "paused"])
      .meta({ description: "While it is paused, events are answered 503 and SDKs keep them." }),
    store: z
      .object({
        state: z.enum(["running", "restarting", "failed"]),
        waiting: z
          .object({ rows: z.number().int(), characters: z.number().int() })
          .meta({ description: "What is to be written and waits for it." }),
        behind: z.object({ events: z.number().int(), seconds: z.number() }).nullable().meta({
          description:
            "What lists of users, reach and `lastSeenAt` do not count yet; null where it can't be read.",
        }),
      })
      .meta({ description: "The event store: its threads, its queue, and how far its upkeep is." }),
    warnings: z.array(z.string()).meta({
      description:
        "What the operator should know, e.g. a file that was refused; others read what is about Spaces that they see.",
    }),
  })
  .meta({ id: "Status" });
export type Status = z.output<typeof status>;

/** Whether its store is a database that other servers use, too: such a one has no snapshots. */
export const isShared = ({ dataDir }: Pick<Status, "dataDir">): boolean => dataDir.startsWith("postgres");
