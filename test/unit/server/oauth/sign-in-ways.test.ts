import { describe, expect, it, vi } from "vitest";
import { Invitations } from "../../../../src/server/access/invitations.ts";
import { accountOfGitHub } from "../../../../src/server/oauth/github-accounts.ts";

/** A document in memory. */
const documentOf = <T extends object>(data: T) => ({
  data,
  update: <R>(change: (draft: T) => R) => Promise.resolve(change(data)),
});

describe("the code of an invitation", () => {
  it("opens for as long as it says, and never another account", async () => {
    vi.useFakeTimers({ now: Date.parse("2026-11-23T12:00:00Z") });
    const secrets = documentOf({ invitations: {}, passphrases: {} });
    const invitations = new Invitations(secrets as unknown as ConstructorParameters<typeof Invitations>[0]);
    const { code, expiresAt } = await invitations.make("acc_ida");
    await invitations.make("acc_other");
    expect(invitations.matches("acc_other", code)).toBe(false);
    vi.setSystemTime(Date.parse(expiresAt) - 1);
    expect(invitations.matches("acc_ida", code)).toBe(true);
    vi.setSystemTime(Date.parse(expiresAt));
    expect(invitations.matches("acc_ida", code)).toBe(false);
    expect(invitations.has("acc_ida")).toBe(true);
    vi.useRealTimers();
  });
});

describe("a GitHub that vouches for an address", () => {
  const person = { id: 7, login: "any", name: "Anybody", emails: ["owner@example.com", "ida@example.com"] };
  const account = (id: string, email: string) => ({ id, name: id, email, createdAt: "2026-11-23T12:00:00Z" });

  it("makes nobody the operator; whom it was invited for, it does", async () => {
    const operator = account("acc_operator", "owner@example.com");
    const document = documentOf({ accounts: [operator] });
    const workspace = { document, announce: () => undefined } as unknown as Parameters<
      typeof accountOfGitHub
    >[0];
    const made = await accountOfGitHub(workspace, "https://github.example.com", person);
    expect(made).not.toBe("acc_operator");
    expect(document.data.accounts[0]).toEqual(account("acc_operator", "owner@example.com"));
    document.data.accounts.push(account("acc_ida", "ida@example.com"));
    expect(await accountOfGitHub(workspace, "https://github.example.com", { ...person, id: 8 })).toBe(
      "acc_ida",
    );
  });
});
