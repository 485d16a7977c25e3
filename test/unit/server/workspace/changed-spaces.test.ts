import { expect, test } from "vitest";
import type { SpaceDocument } from "../../../../src/core/documents.ts";
import { readSpaces } from "../../../../src/server/workspace/changed-spaces.ts";
import { emptySpace } from "../../../../src/server/workspace/first-workspace.ts";

const space = emptySpace({
  orgId: "org_1234567890123456",
  key: "cinema",
  name: "Cinema",
  at: "2026-01-01T00:00:00.000Z",
});
const path = "spaces/cinema/space.json";
const text = JSON.stringify(space);
const renamed = { ...space, space: { ...space.space, name: "Renamed" } };

test.each<[string, { head: number; text: string }, SpaceDocument | undefined]>([
  ["that only counts as changed is not read again", { head: 2, text }, space],
  ["that changed is read", { head: 2, text: JSON.stringify(renamed) }, renamed],
  ["that is known is left out", { head: 1, text }, undefined],
])("a Space %s", async (_, stored, want) => {
  const document = { said: (asked: string) => (asked === text ? space : undefined) };
  const known = new Map([[path, { head: 1, document }]]);
  const read = await readSpaces("spaces", new Map([[path, stored]]), known, new Map());
  const value = read.get(path)?.value;
  expect([value, value === space]).toEqual([want, want === space]);
});
