import { expect, test } from "vitest";
import type { ApiKeys, SecretsDocument } from "../../../../src/core/documents.ts";
import { ApiKeyService, forgetKeys } from "../../../../src/server/access/api-key-service.ts";
import { sha256 } from "../../../../src/server/access/secret-text.ts";
import { adoptKeys } from "../../../../src/server/snapshots/restore-steps.ts";
import type { Manifest } from "../../../../src/server/workspace/snapshot-files.ts";
import type { Workspace } from "../../../../src/server/workspace/workspace.ts";

const until = "2099-01-01T00:00:00Z";
const one = (apiKey: string, ...previous: string[]): ApiKeys => ({
  apiKey,
  previous: previous.map((key) => ({ apiKey: key, until })),
});
const keysOf = (name: string) => ({
  development: one(`us_dev_${name}`),
  staging: one(`us_stg_${name}`),
  production: one(`us_prd_${name}`),
});
const here = { ...keysOf("here"), staging: one("us_stg_here", "us_stg_before") };
const device = { hash: sha256("us_dev_phone"), id: "dev_1", spaceId: "spc_here", environment: "development" };

/** What a Space has after a restore that brings it with these keys. */
async function adopted(apiKeys: Manifest["apiKeys"], deleted: Manifest["apiKeys"] = {}) {
  const all = { spc_here: here, ...deleted };
  const data = { apiKeys: all, devices: [device], pairings: [] } as unknown as SecretsDocument;
  for (const id of Object.keys(deleted)) forgetKeys(data, id);
  const draft = structuredClone(data);
  const secrets = { data, update: async (change: (all: SecretsDocument) => void) => change(draft) };
  const workspace = { secrets } as unknown as Workspace;
  await adoptKeys(workspace, { apiKeys } as Manifest, new Set(Object.keys(apiKeys)));
  return draft.apiKeys as Record<string, unknown>;
}

test("a Space that comes back has its keys again, rotated ones too", async () => {
  const back = { ...keysOf("back"), development: one("us_dev_back", "us_dev_old") };
  expect(await adopted({ spc_back: back })).toEqual({ spc_here: here, spc_back: back });
});

test("a Space that was deleted has the keys that it had last: one that was rotated away opens nothing again", async () => {
  const last = { ...keysOf("back"), development: one("us_dev_new") };
  expect(await adopted({ spc_back: keysOf("back") }, { spc_back: last })).toEqual({
    spc_here: here,
    spc_back: last,
  });
});

test("the last keys of a hundred deleted Spaces are kept, those of the last ones", () => {
  const ids = Array.from({ length: 101 }, (_, at) => `spc_${at}`);
  const data = { apiKeys: Object.fromEntries(ids.map((id) => [id, here])), devices: [], pairings: [] };
  for (const id of ids) forgetKeys(data as unknown as SecretsDocument, id);
  expect(Object.keys((data as unknown as SecretsDocument).formerKeys ?? {})).toEqual(ids.slice(1));
});

test.each([
  ["another Space's", one("us_dev_here")],
  ["a device's", one("us_dev_phone")],
  ["that of another environment of its own", one("us_stg_evil")],
  ["none that looks like one", one("us_dev_'; rm -rf /")],
  ["an empty one", one("")],
])("a Space whose key is %s takes none", async (_name, development) => {
  expect(await adopted({ spc_evil: { ...keysOf("evil"), development } })).toEqual({ spc_here: here });
});

test("a key that another Space had before it was rotated is not taken, nor one that is already", async () => {
  const staging = one("us_stg_before");
  expect(await adopted({ spc_evil: { ...keysOf("evil"), staging } })).toEqual({ spc_here: here });
  expect(await adopted({ spc_a: keysOf("same"), spc_b: keysOf("same") })).toEqual({
    spc_here: here,
    spc_a: keysOf("same"),
  });
});

test("no key of others is taken as one that was rotated", async () => {
  const foreign = ["us_dev_here", "us_dev_phone", "us_dev_evil", "us_prd_x", "", "us_dev_own", "us_dev_own"];
  expect(
    await adopted({ spc_evil: { ...keysOf("evil"), development: one("us_dev_evil", ...foreign) } }),
  ).toEqual({
    spc_here: here,
    spc_evil: { ...keysOf("evil"), development: one("us_dev_evil", "us_dev_own") },
  });
});

test("a current key selects its own Space, whatever another one names as a previous key", () => {
  const evil = { ...keysOf("evil"), development: one("us_dev_evil", "us_dev_here") };
  const data = { apiKeys: { spc_here: here, spc_evil: evil }, devices: [] };
  const devices = { isPaired: () => false, note: () => undefined };
  const service = new ApiKeyService({ data } as never, () => true, devices, Date.now);
  expect(service.find("us_dev_here")).toEqual({ spaceId: "spc_here", environment: "development" });
});
