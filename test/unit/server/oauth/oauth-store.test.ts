import { expect, it } from "vitest";
import { noSignIns, type OauthDocument } from "../../../../src/core/oauth-document.ts";
import { sha256 } from "../../../../src/server/access/secret-text.ts";
import { OauthStore } from "../../../../src/server/oauth/oauth-store.ts";
import type { JsonDocument } from "../../../../src/server/workspace/json-document.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();

it.each([
  ["lasts while it has a token that is good", { grant: 60, tokens: [-5, 5], want: true }],
  ["is over with the last of its tokens", { grant: 60, tokens: [-5, 0], want: false }],
  ["is over where it has no token", { grant: 60, tokens: [], want: false }],
  ["is over when its time is", { grant: 0, tokens: [5], want: false }],
  ["is over once it was taken back", { grant: null, tokens: [5], want: false }],
])("a sign-in %s", (_, { grant, tokens, want }) => {
  const granted = (minutes: number) => ({
    accountId: "acc_1",
    clientId: "understudy-cli",
    createdAt: at(-600),
    lastUsedAt: null,
    expiresAt: at(minutes),
    payload: {},
  });
  const token = (grantId: string, minutes: number) => ({
    kind: "AccessToken" as const,
    grantId,
    expiresAt: at(minutes),
    payload: {},
  });
  const data: OauthDocument = {
    ...noSignIns,
    grants: { other: granted(60), ...(grant !== null && { mine: granted(grant) }) },
    tokens: {
      ofAnother: token("other", 60),
      ...Object.fromEntries(tokens.map((minutes, place) => [`t${place}`, token("mine", minutes)])),
    },
  };
  const store = new OauthStore({ data } as JsonDocument<OauthDocument>, () => now);
  expect(store.isSignedIn("mine", now)).toBe(want);
});

it("notes when a sign-in was used also where it was noted by a clock that was ahead", () => {
  const grant = { accountId: "acc_1", clientId: "understudy-cli", createdAt: at(0), lastUsedAt: at(525_600) };
  const token = { kind: "AccessToken" as const, grantId: "g", expiresAt: at(60), payload: {} };
  const data: OauthDocument = {
    ...noSignIns,
    grants: { g: { ...grant, expiresAt: at(600), payload: {} } },
    tokens: { [sha256("secret")]: token },
  };
  const update = async (change: (draft: OauthDocument) => unknown) => change(data);
  const store = new OauthStore({ data, update } as unknown as JsonDocument<OauthDocument>, () => now);
  expect(store.access("secret", now)?.grantId).toBe("g");
  expect(data.grants.g?.lastUsedAt).toBe(at(0));
});

it("is looked for among all tokens once for each state of the document, and not for each request", () => {
  const grant = { accountId: "acc_1", clientId: "understudy-cli", createdAt: at(0), lastUsedAt: null };
  const token = { kind: "AccessToken" as const, grantId: "g", expiresAt: at(60), payload: {} };
  let looks = 0;
  const tokens = new Proxy<OauthDocument["tokens"]>(
    { one: token },
    {
      ownKeys: (target) => {
        looks += 1;
        return Reflect.ownKeys(target);
      },
    },
  );
  const grants = { g: { ...grant, expiresAt: at(600), payload: {} } };
  const document = { data: { ...noSignIns, grants, tokens } };
  const store = new OauthStore(document as unknown as JsonDocument<OauthDocument>, () => now);
  expect([0, 59, 60].map((minutes) => store.isSignedIn("g", now + minutes * 60_000))).toEqual([
    true,
    true,
    false,
  ]);
  expect(looks).toBe(1);
  document.data = { ...document.data, tokens: {} };
  expect(store.isSignedIn("g", now)).toBe(false);
});
