import { z } from "zod";
import { id, name, newName, timestamp } from "./primitives.ts";

/** What a person may do in an Organization: viewers read, editors change content, owners change people and keys. */
export const roles = ["viewer", "editor", "owner"] as const;
export const role = z.enum(roles);
export type Role = z.output<typeof role>;

/** Whether `held` includes everything that `needed` allows. */
export const roleIncludes = (held: Role, needed: Role): boolean =>
  roles.indexOf(held) >= roles.indexOf(needed);

/** The lesser of two roles: what a token of one role may do for an account of another. */
export const lesserRole = (a: Role, b: Role): Role => (roleIncludes(a, b) ? b : a);

export const organization = z.object({ id, name, createdAt: timestamp, updatedAt: timestamp }).meta({
  id: "Organization",
  example: {
    id: "org_1",
    name: "Acme",
    createdAt: "2026-11-20T09:00:00.000Z",
    updatedAt: "2026-11-20T09:00:00.000Z",
  },
});
export type Organization = z.output<typeof organization>;

export const organizationCreate = z.strictObject({ name: newName }).meta({ example: { name: "Acme" } });
export const organizationPatch = z
  .strictObject({ name: newName.optional() })
  .meta({ example: { name: "Acme Ltd" } });

/** A person as an Organization sees them. */
export const member = z
  .object({ accountId: id, name, email: z.email().nullable(), role })
  .meta({ id: "Member", example: { accountId: "acc_1", name: "Ida Kessler", email: null, role: "owner" } });
export type Member = z.output<typeof member>;

/** What lets somebody into their account, once. */
export const invitation = z.object({ code: z.string(), expiresAt: timestamp }).meta({
  id: "Invitation",
  example: { code: "us_inv_5k2", expiresAt: "2026-12-06T09:00:00.000Z" },
});

/** The one answer that holds the secret by which somebody new enters their account; null for who has a way in already. */
export const memberAdded = member.extend({ invitation: invitation.nullable() }).meta({ id: "MemberAdded" });
export type MemberAdded = z.output<typeof memberAdded>;

/** Somebody new by name (and e-mail address), or an account that is there already by its id. */
export const memberCreate = z
  .strictObject({
    name: newName.optional(),
    email: z.email("must be an e-mail address such as ida@example.com").optional(),
    accountId: id.optional(),
    role,
  })
  .refine(({ name, accountId }) => (name === undefined) !== (accountId === undefined), {
    path: ["name"],
    error: "must be given, unless accountId is",
  })
  .meta({ example: { name: "Ida Kessler", email: "ida@example.com", role: "editor" } });
export const memberPatch = z.strictObject({ role }).meta({ example: { role: "viewer" } });

export const account = z.object({
  id,
  name,
  email: z.email().nullable(),
  createdAt: timestamp,
  /** Who this is at a GitHub: its number there never changes and is never given to another. */
  github: z.object({ origin: z.string(), id: z.number().int().positive() }).optional(),
  /** Of somebody invited by e-mail: the one GitHub whose word on the address counts, since the operator has chosen another. */
  invitedAt: z.string().optional(),
});
export type Account = z.output<typeof account>;

/** An account as the workspace's operator sees it. */
export const accountListed = account
  .pick({ id: true, name: true, email: true, createdAt: true })
  .extend({ organizations: z.array(z.object({ id, role })) })
  .meta({ id: "Account" });
export type AccountListed = z.output<typeof accountListed>;

export const membership = z.object({ accountId: id, orgId: id, role });
export type Membership = z.output<typeof membership>;

/** Who looks after the workspace itself: its settings, clock and network, and who may sign in at all. */
const workspaceRole = z.enum(["operator"]);

/** Who is asking: the account, its role in each Organization and in the workspace, after the token's own limit. */
export const me = z
  .object({
    account: account.pick({ id: true, name: true, email: true }),
    organizations: z.array(z.object({ id, name, role })),
    workspaceRole: workspaceRole.nullable(),
    hasPassphrase: z.boolean().meta({ description: "Whether the sign-in page asks this account for one." }),
  })
  .meta({ id: "Me" });
export type Me = z.output<typeof me>;
