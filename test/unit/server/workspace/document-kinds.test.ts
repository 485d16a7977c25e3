import { expect, test } from "vitest";
import type { SpaceDocument, WorkspaceDocument } from "../../../../src/core/documents.ts";
import { demoSeed } from "../../../../src/server/seed/demo-seed.ts";
import { spaceKind, workspaceKind } from "../../../../src/server/workspace/document-kinds.ts";
import { firstWorkspace } from "../../../../src/server/workspace/first-workspace.ts";
import { parseDocument } from "../../../../src/server/workspace/parse-document.ts";

const now = Date.parse("2026-11-20T09:00:00Z");

/** The demo's Space as its file would be, after a change from outside. */
function space(change: (document: SpaceDocument) => void): string {
  const [document] = structuredClone(demoSeed(now).spaces);
  if (document === undefined) throw new Error("the demo has no Space");
  document.space.orgId = "org_1";
  change(document);
  return JSON.stringify(document, null, 2);
}

const body = (document: SpaceDocument) => {
  const section = document.collections[0]?.sections[0];
  if (section === undefined) throw new Error("the demo has no Section");
  return section;
};

test.each<[string, (document: SpaceDocument) => void, RegExp | null]>([
  ["nothing", () => undefined, null],
  [
    "an Experience whose type is not there",
    ({ collections }) => Object.assign(collections[0]?.experiences[0] ?? {}, { typeId: "typ_gone" }),
    /^space\.json, line \d+: \/collections\/0\/experiences\/0\/typeId names no Experience type .*"typ_gone"$/,
  ],
  [
    "two types with one key",
    ({ experienceTypes }) =>
      experienceTypes.push(...experienceTypes.slice(0, 1).map((one) => ({ ...one, id: "typ_2" }))),
    /\/experienceTypes\/2\/key "hero" is there twice/,
  ],
  [
    "two Collections with one id",
    ({ collections }) =>
      collections.push(
        ...collections.map((one) => ({ ...one, key: "other", experiences: [], sections: [] })),
      ),
    /\/collections\/1\/id "col_homepage" is there twice/,
  ],
  [
    "a property that is there twice",
    ({ experienceTypes }) => experienceTypes[0]?.properties.push(...experienceTypes[0].properties),
    /\/experienceTypes\/0\/properties\/2\/id/,
  ],
  [
    "a Section with an Experience's key",
    (document) => Object.assign(body(document), { key: "banner" }),
    /\/collections\/0\/sections\/0\/key "banner" is there twice/,
  ],
  [
    "a Section without its Experiences' type",
    (document) => Object.assign(body(document), { typeIds: ["typ_hero"] }),
    /\/sections\/0\/experiences\/0\/typeId is not among/,
  ],
  [
    "a child that is not the Section's",
    (document) => body(document).scenarios[0]?.serve.children.push("exp_banner"),
    /\/scenarios\/0\/serve\/children\/2 names no Experience of the Section/,
  ],
  [
    "no default scenario",
    (document) => Object.assign(body(document), { scenarios: [] }),
    /\/sections\/0\/scenarios must have the default scenario/,
  ],
])("a Space's file with %s", (_name, change, reason) => {
  const read = () => parseDocument("space.json", space(change), spaceKind);
  if (reason === null) expect(read).not.toThrow();
  else expect(read).toThrow(reason);
});

test.each<[string, (document: WorkspaceDocument) => void, RegExp | null]>([
  ["nothing", () => undefined, null],
  [
    "no account",
    (document) => Object.assign(document, { accounts: [], memberships: [] }),
    /\/accounts must have one at least/,
  ],
  [
    "no organization",
    (document) => Object.assign(document, { organizations: [], memberships: [] }),
    /\/organizations must have one/,
  ],
  [
    "a member who is nobody",
    ({ memberships }) => Object.assign(memberships[0] ?? {}, { accountId: "acc_gone" }),
    /\/memberships\/0\/accountId names no account/,
  ],
  [
    "a member twice",
    ({ memberships }) => memberships.push(...memberships),
    /\/memberships\/1 .* is there twice/,
  ],
])("workspace.json with %s", (_name, change, reason) => {
  const { workspace } = firstWorkspace(now);
  change(workspace);
  const read = () => parseDocument("workspace.json", JSON.stringify(workspace, null, 2), workspaceKind);
  if (reason === null) expect(read).not.toThrow();
  else expect(read).toThrow(reason);
});
