import { z } from "zod";
import { id, timestamp } from "./primitives.ts";

const payload = z.record(z.string(), z.unknown());

/** One client signed in as one account: what `understudy login` makes and `logout` takes away. */
const storedGrant = z.object({
  accountId: id,
  clientId: id,
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
  expiresAt: timestamp,
  payload,
});
export type StoredGrant = z.output<typeof storedGrant>;

/** A token of a grant, under the SHA-256 of its secret. */
const storedSecret = z.object({
  kind: z.enum(["AccessToken", "RefreshToken"]),
  grantId: id,
  expiresAt: timestamp,
  payload,
});
export type StoredSecret = z.output<typeof storedSecret>;

/** .understudy/oauth.json (0600, never in git): who is signed in, and the keys of the sign-in pages. */
export const oauthDocument = z.strictObject({
  schemaVersion: z.literal(1),
  /** Made when the pages are first asked for. */
  keys: z.object({ jwk: payload, cookie: z.string(), form: z.string() }).nullable(),
  grants: z.record(id, storedGrant),
  tokens: z.record(z.string(), storedSecret),
});
export type OauthDocument = z.output<typeof oauthDocument>;
export const noSignIns: OauthDocument = { schemaVersion: 1, keys: null, grants: {}, tokens: {} };
