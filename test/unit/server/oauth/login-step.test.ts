import { expect, test } from "vitest";
import { limits } from "../../../../src/core/limits.ts";
import type { Invitations } from "../../../../src/server/access/invitations.ts";
import type { Passphrases } from "../../../../src/server/access/passphrases.ts";
import { LoginStep } from "../../../../src/server/oauth/login-step.ts";
import type { SignInAccounts } from "../../../../src/server/oauth/sign-in-accounts.ts";

const step = (matches: (id: string, passphrase: string) => boolean = () => false) =>
  new LoginStep({
    accounts: { named: () => [] } as unknown as SignInAccounts,
    passphrases: {
      matches: async (id: string, passphrase: string) => matches(id, passphrase),
    } as unknown as Passphrases,
    invitations: {} as Invitations,
  });

test("an address that tries a thousand names lets nobody else guess any longer", async () => {
  const login = step();
  const statusOf = async (who: string, from: string) => {
    const outcome = await login.enter(new URLSearchParams({ who, passphrase: "a guess" }), from);
    return typeof outcome === "string" ? 200 : outcome.status;
  };
  for (let i = 0; i < limits.passphraseTries.value; i += 1)
    expect(await statusOf("ida", "203.0.113.1")).toBe(403);
  expect(await statusOf("ida", "203.0.113.1")).toBe(429);
  for (let i = 0; i < 1100; i += 1) await statusOf(`name ${i}`, "203.0.113.2");
  expect(await statusOf("ida", "203.0.113.1")).toBe(429);
});

test("a passphrase of 200 characters is tried whole, whatever its letters are", async () => {
  const passphrase = "🎭".repeat(200);
  const login = step((_id, tried) => tried === passphrase);
  expect(await login.enter(new URLSearchParams({ who: "ida", passphrase }), "203.0.113.1")).toBe("");
});
