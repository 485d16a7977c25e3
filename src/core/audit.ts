import { z } from "zod";
import { id, timestamp } from "./primitives.ts";

/** One line of `.understudy/audit.log`: who did, or was refused, what, and by which credential. Never a secret. */
export const auditEntry = z
  .object({
    id,
    at: timestamp,
    account: z.object({ id, name: z.string() }).nullable(),
    by: z
      .object({ kind: z.enum(["run", "token", "sign-in", "console"]), id: id.nullable() })
      .nullable()
      .meta({ description: "What the request came with; `run`: UNDERSTUDY_TOKEN, or the copy's own." }),
    action: z.string().meta({
      description:
        "A route's name, such as `publish`, or `signIn`, `createAccount`, `allowClient`, `openConsole`, `pair`, `adminInvite`.",
    }),
    path: z.string(),
    status: z.number().int(),
  })
  .meta({
    id: "AuditEntry",
    example: {
      id: "aud_1",
      at: "2026-11-20T09:00:00.000Z",
      account: { id: "acc_1", name: "Ida Kessler" },
      by: { kind: "token", id: "tok_1" },
      action: "publish",
      path: "/v2/spaces/cinema/collections/homepage/publications",
      status: 201,
    },
  });
export type AuditEntry = z.output<typeof auditEntry>;
