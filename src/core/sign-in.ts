import { z } from "zod";
import type { Role } from "./organization.ts";
import { id, timestamp } from "./primitives.ts";

/** What an OAuth client may ask for, and the most that its tokens then do. */
const scopeRoles = { read: "viewer", write: "editor", admin: "owner" } as const satisfies Record<
  string,
  Role
>;
export type ScopeName = keyof typeof scopeRoles;
export const scopeNames = Object.keys(scopeRoles) as readonly ScopeName[];

/**
 * What a page of the console holds beside its cookie: browsers send a cookie to every port of a host, and what a page stores
 * to its own origin alone. A header; where a page can send none (streams, downloads), a parameter of a GET request.
 */
export const pageSecret = {
  header: "understudy-console",
  query: "console",
  /** Of the page's localStorage. */
  entry: "understudy:console",
} as const;

/** The one client that is built in: this project's own command line. */
export const cliClient = { id: "understudy-cli", name: "Understudy CLI" } as const;

/** The console at a public address, which people sign in to. */
export const consoleClient = { id: "understudy-console", name: "The console" } as const;

/** The most that the granted scopes allow, or null where none of them is for the Platform API. */
export function roleOfScopes(scope: string): Role | null {
  const granted = new Set(scope.split(" "));
  const best = scopeNames.findLast((name) => granted.has(name));
  return best === undefined ? null : scopeRoles[best];
}

/** A client that is signed in as the caller. */
export const signIn = z
  .object({
    id,
    client: z.object({ id, name: z.string() }),
    scopes: z.array(z.string()),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
  })
  .meta({
    id: "SignIn",
    example: {
      id: "sgn_1",
      client: cliClient,
      scopes: ["read", "write"],
      createdAt: "2026-11-20T09:00:00.000Z",
      lastUsedAt: null,
    },
  });
export type SignIn = z.output<typeof signIn>;

/** A browser in which the console is open as the caller. */
export const consoleSession = z
  .object({
    id,
    name: z.string().meta({ description: "The browser, as it names itself." }),
    current: z.boolean().meta({ description: "Whether this very request comes from it." }),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    expiresAt: timestamp,
  })
  .meta({ id: "ConsoleSession" });
export type ConsoleSession = z.output<typeof consoleSession>;

export const passphrase = z
  .string()
  .min(8, "must be at least 8 characters")
  .max(200, "must be at most 200 characters");

/** The passphrase that an account wants at the sign-in page; null takes it away. */
export const passphraseSet = z
  .strictObject({
    passphrase: passphrase.nullable(),
    current: z
      .string()
      .max(200)
      .optional()
      .meta({ description: "The one that it has now, where it has one." }),
  })
  .meta({ example: { passphrase: "correct horse battery staple" } });
