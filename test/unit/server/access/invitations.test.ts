import { expect, test } from "vitest";
import type { SecretsDocument } from "../../../../src/core/documents.ts";
import { Invitations } from "../../../../src/server/access/invitations.ts";
import type { JsonDocument } from "../../../../src/server/workspace/json-document.ts";

const account = "acc_1";
const own = { hash: "00", salt: "00", cost: 2 };

function invitations(passphrases: SecretsDocument["passphrases"]) {
  const data = { invitations: {}, passphrases } as unknown as SecretsDocument;
  const update = async <R>(change: (draft: SecretsDocument) => R): Promise<R> => change(data);
  return { data, service: new Invitations({ data, update } as unknown as JsonDocument<SecretsDocument>) };
}

test("somebody who is added again gets no code where they have come in meanwhile, and keeps their passphrase", async () => {
  const { data, service } = invitations({ [account]: own });
  expect(await service.makeFirst(account)).toBeNull();
  expect([service.has(account), data.passphrases]).toEqual([false, { [account]: own }]);
});

test("a code takes the place of the one before, and of a passphrase where that was lost", async () => {
  const { data, service } = invitations({});
  const first = (await service.makeFirst(account))?.code ?? "";
  expect(service.matches(account, first)).toBe(true);
  data.passphrases[account] = own;
  const { code } = await service.make(account);
  expect([service.matches(account, first), service.matches(account, code)]).toEqual([false, true]);
  expect(data.passphrases).toEqual({});
});
