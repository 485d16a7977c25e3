import { describe, expect, it } from "vitest";
import type { StoredGrant, StoredSecret } from "../../../../src/core/oauth-document.ts";
import { noSignIns } from "../../../../src/core/oauth-document.ts";
import { pruned } from "../../../../src/server/oauth/prune-sign-ins.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const grant = (changes: Partial<StoredGrant> = {}): StoredGrant => ({
  accountId: "acc_1",
  clientId: "understudy-cli",
  createdAt: at(-600),
  lastUsedAt: null,
  expiresAt: at(600),
  payload: {},
  ...changes,
});
const token = (grantId: string, expiresAt = at(60)): StoredSecret => ({
  kind: "AccessToken",
  grantId,
  expiresAt,
  payload: {},
});

describe("what stays of the sign-ins", () => {
  const cases: [
    string,
    {
      given: { grants: Record<string, StoredGrant>; tokens: Record<string, StoredSecret> };
      want: [string[], string[]];
    },
  ][] = [
    [
      "a grant with a token",
      { given: { grants: { g: grant() }, tokens: { t: token("g") } }, want: [["g"], ["t"]] },
    ],
    [
      "no token that is over",
      { given: { grants: { g: grant() }, tokens: { t: token("g", at(0)) } }, want: [[], []] },
    ],
    ["no token of an ended grant", { given: { grants: {}, tokens: { t: token("g") } }, want: [[], []] }],
    [
      "nothing of a grant that is over",
      { given: { grants: { g: grant({ expiresAt: at(-1) }) }, tokens: { t: token("g") } }, want: [[], []] },
    ],
    [
      "a consent that waits for its first token, for a while",
      {
        given: {
          grants: { young: grant({ createdAt: at(-19) }), old: grant({ createdAt: at(-21) }) },
          tokens: {},
        },
        want: [["young"], []],
      },
    ],
    [
      "nothing for a token of a grant named like an object's own",
      { given: { grants: {}, tokens: { t: token("constructor") } }, want: [[], []] },
    ],
  ];
  it.each(cases)("%s", (_, { given, want }) => {
    const { grants, tokens } = pruned({ ...noSignIns, ...given }, now);
    expect([Object.keys(grants), Object.keys(tokens)]).toEqual(want);
  });

  it("the youngest sixty tokens of a grant", () => {
    const tokens = Object.fromEntries(Array.from({ length: 61 }, (_, i) => [`t${i}`, token("g")]));
    const kept = pruned({ ...noSignIns, grants: { g: grant() }, tokens }, now).tokens;
    expect([Object.keys(kept).length, "t0" in kept, "t60" in kept]).toEqual([60, false, true]);
  });

  it("the hundred grants of an account that were used last, whatever another account has", () => {
    const ids = Array.from({ length: 600 }, (_, i) => i);
    const grants = Object.fromEntries(
      ids.map((i) => [`g${i}`, grant({ accountId: "acc_2", lastUsedAt: at(-i) })]),
    );
    const tokens = Object.fromEntries(ids.map((i) => [`t${i}`, token(`g${i}`)]));
    const given = {
      grants: { ...grants, mine: grant({ lastUsedAt: at(-601) }) },
      tokens: { ...tokens, own: token("mine") },
    };
    const kept = pruned({ ...noSignIns, ...given }, now).grants;
    expect([Object.keys(kept).length, "g0" in kept, "g99" in kept, "g100" in kept, "mine" in kept]).toEqual([
      101,
      true,
      true,
      false,
      true,
    ]);
  });

  it.each([0, 5])("one that began %i minutes ago, whatever was used while the clock was ahead", (ago) => {
    const ids = Array.from({ length: 100 }, (_, i) => `g${i}`);
    const ahead = grant({ createdAt: at(525_600), lastUsedAt: at(525_600) });
    const grants = Object.fromEntries(ids.map((id) => [id, ahead]));
    const tokens = Object.fromEntries(ids.map((id) => [`t${id}`, token(id)]));
    const given = { grants: { ...grants, mine: grant({ createdAt: at(-ago) }) }, tokens };
    expect(Object.keys(pruned({ ...noSignIns, ...given }, now).grants)).toContain("mine");
  });
});
