import { z } from "zod";
import { timestamp } from "./primitives.ts";

const asked =
  /^(?:https:\/\/[^/?#@\\]+|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?)\/[^#\s\\]*$/;

/** What is asked, and whose signature counts. */
export const updateSource = z
  .strictObject({
    address: z
      .url({ protocol: /^https?$/, error: "must be an address such as https://example.com/understudy.json" })
      .max(500)
      .regex(asked, "must begin with https://, but for one on this computer, and hold no name or password")
      .meta({
        description: "A release as JSON; its signature is at the same address with `.sig` behind it.",
      }),
    publicKey: z
      .string()
      .regex(/^[A-Za-z0-9+/]{43}=$/, "must be an Ed25519 public key: 32 bytes as base64")
      .meta({
        description: "Ed25519 (RFC 8032), 32 bytes as base64: what is not signed with it is not believed.",
      }),
  })
  .meta({
    example: {
      address: "https://example.com/understudy.json",
      publicKey: "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
    },
  });
export type UpdateSource = z.output<typeof updateSource>;

/** A release as its maker signs it. */
export const release = z.object({
  version: z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/, "must be a version such as 1.2.0"),
  notes: z.string().max(2000).default(""),
  url: z.url({ protocol: /^https?$/ }).max(500),
});
export type Release = z.output<typeof release>;

export const updates = z
  .object({
    source: updateSource.nullable(),
    available: release.nullable().meta({ description: "A newer version, signed by the source's key." }),
    checkedAt: timestamp.nullable(),
    problem: z.string().nullable().meta({ description: "Why the last look found nothing out." }),
  })
  .meta({ id: "Updates", example: { source: null, available: null, checkedAt: null, problem: null } });
export type Updates = z.output<typeof updates>;
