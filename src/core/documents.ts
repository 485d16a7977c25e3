import { z } from "zod";
import { collectionDraft } from "./collection.ts";
import {
  type Inconsistency,
  publishedInconsistencies,
  spaceInconsistencies,
  workspaceInconsistencies,
} from "./consistency.ts";
import { experienceType } from "./experience-type.ts";
import { account, membership, organization, role } from "./organization.ts";
import { storedDevice, storedPairing } from "./pairing.ts";
import { persona } from "./persona.ts";
import { environmentKey, environmentKeys, id, timestamp } from "./primitives.ts";
import { publishedCollection } from "./publication.ts";
import { gitHubClient, storedSettings } from "./settings.ts";
import { space } from "./space.ts";
import { tribe } from "./tribe.ts";
import { updateSource } from "./updates.ts";

/** The version of every document that this build writes. A document with a newer one is refused. */
export const schemaVersion = 1;

/** A schema's check of what its parts say of each other. */
const consistent =
  <T>(inconsistencies: (document: T) => readonly Inconsistency[]) =>
  (document: T, context: z.core.$RefinementCtx<T>) => {
    for (const { path, message } of inconsistencies(document))
      context.addIssue({ code: "custom", path: [...path], message });
  };

/** workspace.json: people, their roles, and settings. No secrets. */
export const workspaceDocument = z
  .strictObject({
    schemaVersion: z.literal(schemaVersion),
    organizations: z.array(organization),
    accounts: z.array(account),
    memberships: z.array(membership),
    settings: storedSettings,
  })
  .superRefine(consistent(workspaceInconsistencies));
export type WorkspaceDocument = z.output<typeof workspaceDocument>;

/** spaces/<key>/space.json: the model that operators edit. */
export const spaceDocument = z
  .strictObject({
    schemaVersion: z.literal(schemaVersion),
    space,
    experienceTypes: z.array(experienceType),
    collections: z.array(collectionDraft),
    tribes: z.array(tribe).default([]),
    /** How often the Tribes have changed: part of each environment's revision. */
    tribesRevision: z.number().int().min(0).default(0),
    personas: z.array(persona).default([]),
  })
  .superRefine(consistent(spaceInconsistencies));
export type SpaceDocument = z.output<typeof spaceDocument>;

/** spaces/<key>/published/<environment>.json: what is served there now. */
export const publishedDocument = z
  .strictObject({
    schemaVersion: z.literal(schemaVersion),
    environment: environmentKey,
    /** How often what is served here was published: part of the environment's revision. */
    revision: z.number().int().min(0),
    collections: z.array(publishedCollection),
  })
  .superRefine(consistent(publishedInconsistencies));
export type PublishedDocument = z.output<typeof publishedDocument>;

const apiKeys = z.object({
  apiKey: z.string(),
  previous: z.array(z.object({ apiKey: z.string(), until: timestamp })),
});
export type ApiKeys = z.output<typeof apiKeys>;

/** The token or sign-in by which something was made, and with which it ends. */
export const credential = z.object({ kind: z.enum(["token", "sign-in"]), id });
export type CredentialRef = z.output<typeof credential>;

/** Who made a code, and with what it ends, as does the device that it pairs. Codes of earlier builds say nothing of it. */
const madeBy = z.object({ accountId: id.optional(), endsWith: credential.optional() });

const storedToken = z.object({
  id,
  name: z.string(),
  accountId: id,
  role,
  hash: z.string(),
  hint: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
  expiresAt: timestamp.nullable(),
  endsWith: credential.optional(),
});
export type StoredToken = z.output<typeof storedToken>;

const spaceKeys = z.object(
  Object.fromEntries(environmentKeys.map((key) => [key, apiKeys])) as Record<
    (typeof environmentKeys)[number],
    typeof apiKeys
  >,
);

/** .understudy/secrets.json (0600, never in git): API keys by Space, hashes of tokens and console cookies. */
export const secretsDocument = z.strictObject({
  schemaVersion: z.literal(schemaVersion),
  /** Which data.db belongs here; absent before the first one was seen. */
  storeId: z.string().optional(),
  /** Those that were missing at a start, and may come back. */
  formerStoreIds: z.array(z.string()).optional(),
  /** Spaces that were deleted, and that the store may still hold something of. */
  deletedSpaces: z.array(id).optional(),
  apiKeys: z.record(id, spaceKeys),
  /** The last keys of deleted Spaces. A restore takes these, and not a snapshot's older ones. */
  formerKeys: z.record(id, spaceKeys).optional(),
  tokens: z.array(storedToken),
  consoleSessions: z.array(
    z.object({
      hash: z.string(),
      accountId: id,
      role,
      expiresAt: timestamp,
      endsWith: credential.optional(),
      name: z.string().optional(),
      lastUsedAt: timestamp.optional(),
    }),
  ),
  /** By account: who was invited and has not come yet. */
  invitations: z.record(id, z.object({ hash: z.string(), expiresAt: timestamp })).default({}),
  /** Codes that wait to be used, and the devices that were paired by one. */
  pairings: z.array(storedPairing.extend(madeBy.shape)).default([]),
  devices: z.array(storedDevice.extend(madeBy.shape)).default([]),
  /** By account. scrypt (RFC 7914) with its salt and cost beside it, so that the cost can grow later. */
  passphrases: z
    .record(id, z.object({ hash: z.string(), salt: z.string(), cost: z.number().int().positive() }))
    .default({}),
  /**
   * The operator's OAuth client at a GitHub. Here as a whole: who could change its address in git would be sent its secret, which
   * the desktop app seals (base64) where the system has a keychain.
   */
  github: gitHubClient
    .extend({ clientSecret: z.union([z.string(), z.strictObject({ sealed: z.string() })]) })
    .nullable()
    .default(null),
  /** Who is asked for newer versions. Not in workspace.json, which a clone brings. */
  updates: updateSource.nullable().default(null),
});
export type SecretsDocument = z.output<typeof secretsDocument>;
