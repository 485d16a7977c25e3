import { z } from "zod";
import { role } from "./organization.ts";
import { id, name, newName, timestamp } from "./primitives.ts";

/** A personal access token as it is listed: never the secret itself. */
export const token = z
  .object({
    id,
    name,
    role,
    hint: z.string().meta({ description: "The token's last four characters." }),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    expiresAt: timestamp.nullable(),
  })
  .meta({ id: "Token" });
export type Token = z.output<typeof token>;

export const tokenCreate = z
  .strictObject({
    name: newName,
    role: role.default("editor"),
    expiresAt: timestamp.nullable().default(null),
  })
  .meta({ example: { name: "CI", role: "editor", expiresAt: null } });

/** The one answer that holds the secret. */
export const tokenCreated = token.extend({ token: z.string() }).meta({ id: "TokenCreated" });
export type TokenCreated = z.output<typeof tokenCreated>;
