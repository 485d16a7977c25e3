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
