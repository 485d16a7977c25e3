import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Caller } from "../../../../src/server/access/caller.ts";
import { Invitations } from "../../../../src/server/access/invitations.ts";
import { Passphrases } from "../../../../src/server/access/passphrases.ts";
import { SignInAccounts } from "../../../../src/server/oauth/sign-in-accounts.ts";
import { OrganizationService } from "../../../../src/server/organizations/organization-service.ts";
import { Workspace } from "../../../../src/server/workspace/workspace.ts";

test("whose account goes meanwhile makes no organization, and is told to sign in", async () => {
  const folder = await mkdtemp(join(tmpdir(), "understudy-organizations-"));
  const workspace = await Workspace.open(folder, Date.parse("2026-11-20T09:00:00Z"));
  const invitations = new Invitations(workspace.secrets);
  const passphrases = new Passphrases(workspace.secrets);
  const outside = { platform: null, callerOf: () => "" };
  const signIn = new SignInAccounts({ workspace, passphrases, invitations }, outside);
  const organizations = new OrganizationService(workspace, invitations, signIn);
  const gone = { id: "acc_gone", name: "Ida", email: null, createdAt: "2026-11-20T09:00:00.000Z" };
  const made = organizations.create(new Caller(workspace, gone, "owner"), "Acme", 0);
  await expect(made).rejects.toMatchObject({ code: "unauthorized" });
  expect(workspace.document.data.organizations).toHaveLength(1);
  await rm(folder, { recursive: true });
});
