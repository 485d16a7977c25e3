import { expect, test } from "vitest";
import type { SecretsDocument } from "../../../../src/core/documents.ts";
import { Passphrases } from "../../../../src/server/access/passphrases.ts";
import type { JsonDocument } from "../../../../src/server/workspace/json-document.ts";

const account = "acc_1";

function passphrases() {
  const data = { passphrases: {} } as unknown as SecretsDocument;
  const update = async <R>(change: (draft: SecretsDocument) => R): Promise<R> => change(data);
  return { data, service: new Passphrases({ data, update } as unknown as JsonDocument<SecretsDocument>) };
}
const outcomes = async (changes: readonly Promise<void>[]) =>
  (await Promise.allSettled(changes)).map(({ status }) => status).sort();

test("of two who set one at the same moment, the second has to tell the first one's", async () => {
  const { service } = passphrases();
  const change = (passphrase: string, current?: string) => service.change(account, { passphrase, current });
  expect(await outcomes([change("first one"), change("second one")])).toEqual(["fulfilled", "rejected"]);
  const now = (await service.matches(account, "first one")) ? "first one" : "second one";
  expect(await outcomes([change("third one", now), change("fourth one", now)])).toEqual([
    "fulfilled",
    "rejected",
  ]);
});

test("one that the operator takes away while it is changed does not come back", async () => {
  const { data, service } = passphrases();
  await service.change(account, { passphrase: "first one" });
  const changed = service.change(account, { passphrase: "second one", current: "first one" });
  const refused = expect(changed).rejects.toMatchObject({ code: "forbidden" });
  data.passphrases = {};
  await refused;
  expect(service.has(account)).toBe(false);
});
