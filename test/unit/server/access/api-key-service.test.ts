import { expect, test } from "vitest";
import type { SecretsDocument } from "../../../../src/core/documents.ts";
import { ApiKeyService } from "../../../../src/server/access/api-key-service.ts";

const ref = { spaceId: "spc_1", environment: "staging" } as const;

/** Keys of a workspace that has none yet. */
function withoutKeys(deletedSpaces: string[]) {
  const data = { apiKeys: {}, deletedSpaces, devices: [], pairings: [] } as unknown as SecretsDocument;
  const update = async (change: (draft: SecretsDocument) => void) => change(data);
  const devices = { isPaired: () => false, note: () => undefined };
  return new ApiKeyService({ data, update } as never, () => true, devices, Date.now);
}

test("a new key for a Space that has none: all of them are made", async () => {
  const keys = withoutKeys(["spc_2"]);
  await keys.rotate(ref, 0);
  expect(keys.find(keys.current(ref).apiKey)).toEqual(ref);
});

test("a new key for a Space that was deleted meanwhile is refused", async () => {
  await expect(withoutKeys(["spc_1"]).rotate(ref, 0)).rejects.toMatchObject({ code: "not-found" });
});

test("old keys that still work are counted: their number is bounded, and a rotation without a grace ends them", async () => {
  const keys = withoutKeys([]);
  await keys.rotate(ref, 0);
  const first = keys.current(ref).apiKey;
  for (let count = 0; count < 20; count += 1) await keys.rotate(ref, 60);
  expect(keys.find(first)).toEqual(ref);
  await expect(keys.rotate(ref, 60)).rejects.toMatchObject({ code: "conflict" });
  expect(keys.find(first)).toEqual(ref);
  await keys.rotate(ref, 0);
  await keys.rotate(ref, 60);
});
