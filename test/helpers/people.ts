import { createHash } from "node:crypto";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SecretsDocument, WorkspaceDocument } from "../../src/core/documents.ts";
import type { Role } from "../../src/core/organization.ts";

/** Who calls: an account with its role in each Organization, and the most that its token allows. */
export interface Person {
  readonly name: string;
  readonly roles: Readonly<Record<string, Role>>;
  readonly limit: Role;
  readonly token: string;
}

const person = (name: string, roles: Person["roles"], limit: Role = "owner"): Person => ({
  name,
  roles,
  limit,
  token: `us_pat_${name.replaceAll(" ", "_")}`,
});

/** The first is the operator, who owns only the Organization "home". */
export const people: readonly Person[] = [
  person("operator", { home: "owner" }),
  person("owner of a", { a: "owner" }),
  person("editor of a", { a: "editor" }),
  person("viewer of a", { a: "viewer" }),
  person("owner of b", { b: "owner" }),
  person("owner of both", { a: "owner", b: "owner" }),
  person("nobody", {}),
];
/** Tokens of the same accounts that are made for less. */
export const limited: readonly Person[] = [
  ...people.slice(0, 2).flatMap(({ name, roles }) => [
    { ...person(`${name} as editor`, roles, "editor"), name: `${name} as editor` },
    { ...person(`${name} as viewer`, roles, "viewer"), name: `${name} as viewer` },
  ]),
];

const at = "2026-11-20T09:00:00.000Z";
const accountOf = ({ name }: Person): string =>
  `acc_${people.findIndex((one) => name === one.name || name.startsWith(`${one.name} as`))}`;

/** A workspace folder with these people, their tokens, and three Organizations: home, a, b. No Space yet. */
export async function folderOfPeople(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "understudy-people-"));
  const stamps = { createdAt: at, updatedAt: at };
  const workspace: WorkspaceDocument = {
    schemaVersion: 1,
    organizations: ["home", "a", "b"].map((name) => ({ id: `org_${name}`, name, ...stamps })),
    accounts: people.map((one) => ({ id: accountOf(one), name: one.name, email: null, createdAt: at })),
    memberships: people.flatMap((one) =>
      Object.entries(one.roles).map(([org, role]) => ({
        accountId: accountOf(one),
        orgId: `org_${org}`,
        role,
      })),
    ),
    settings: { legacyApi: "deprecated", retentionDays: 30 },
  };
  const secrets: Partial<SecretsDocument> = {
    schemaVersion: 1,
    apiKeys: {},
    consoleSessions: [],
    tokens: [...people, ...limited].map((one, index) => ({
      id: `tok_${index}`,
      name: one.name,
      accountId: accountOf(one),
      role: one.limit,
      hash: createHash("sha256").update(one.token).digest("hex"),
      hint: one.token.slice(-4),
      createdAt: at,
      lastUsedAt: null,
      expiresAt: null,
    })),
  };
  await mkdir(join(dir, ".understudy"), { mode: 0o700 });
  await writeFile(join(dir, "workspace.json"), JSON.stringify(workspace));
  await writeFile(join(dir, ".understudy", "secrets.json"), JSON.stringify(secrets), { mode: 0o600 });
  return dir;
}
