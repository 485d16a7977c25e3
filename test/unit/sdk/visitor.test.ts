import { afterEach, describe, expect, it, vi } from "vitest";
import { Client } from "../../../src/sdk/browser/client.ts";
import { uuid } from "../../../src/sdk/browser/platform/uuid.ts";
import { fakePageForEach, fallbacks, pass } from "../../helpers/fake-page.ts";

const page = fakePageForEach();

/** The visitor and the device that a new page's session names. */
async function visit(
  apiKey = "us_dev_1",
  more: { serviceUrl?: string; space?: string; userId?: string } = {},
) {
  const client = new Client({ apiKey, fallbacks: { ...fallbacks, space: more.space ?? "cinema" } });
  if (more.serviceUrl !== undefined) client.serviceUrl = more.serviceUrl;
  void client.session.start(more.userId === undefined ? {} : { userId: more.userId });
  await pass(10);
  const body = page().asked[page().asked.length - 1]?.body;
  return { visitor: body.anonymousId as string, device: body.device.id as string };
}

describe("the visitor", () => {
  it("is the same over reloads, known or not, with the device", async () => {
    const first = await visit();
    expect(await visit()).toEqual(first);
    expect(await visit("us_dev_1", { userId: "u1" })).toEqual(first);
    expect(first.visitor).not.toBe(first.device);
  });

  it("stays the same when the environment's key is exchanged", async () => {
    expect(await visit("us_dev_2")).toEqual(await visit("us_dev_1"));
  });

  it.each<[string, Parameters<typeof visit>]>([
    ["environment", ["us_prod_1"]],
    ["service", ["us_dev_1", { serviceUrl: "http://127.0.0.1:9999" }]],
    ["Space", ["us_dev_1", { space: "shop" }]],
  ])("is another one in another %s, on the same device", async (_, other) => {
    const here = await visit();
    const there = await visit(...other);
    expect(there.visitor).not.toBe(here.visitor);
    expect(there.device).toBe(here.device);
  });

  it.each(["", "x".repeat(201)])("is made anew where storage holds %o", async (broken) => {
    const { visitor } = await visit();
    for (const name of page().stored.keys()) page().stored.set(name, broken);
    const again = await visit();
    expect(again.visitor).toMatch(/^[0-9a-f-]{36}$/);
    expect(again.visitor).not.toBe(visitor);
  });

  const blocked: [string, () => void][] = [
    ["missing", () => vi.stubGlobal("localStorage", undefined)],
    ["null", () => vi.stubGlobal("localStorage", null)],
    [
      "blocked",
      () =>
        Object.defineProperty(globalThis, "localStorage", {
          configurable: true,
          get: () => {
            throw new Error("SecurityError");
          },
        }),
    ],
    [
      "full",
      () =>
        vi.spyOn(page().storage, "setItem").mockImplementation(() => {
          throw new Error("QuotaExceededError");
        }),
    ],
  ];
  it.each(blocked)("is kept in memory where storage is %s; events go all the same", async (_, given) => {
    given();
    const { session } = new Client({ apiKey: "us_dev_1", fallbacks });
    void session.start();
    session.track("a/b");
    await pass(10);
    void session.start({ userId: "u1" });
    await pass(10_000);
    const [first, second] = page().to(/sessions$/);
    expect(first?.body.anonymousId).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.body.anonymousId).toBe(first?.body.anonymousId);
    expect(page().sent).toHaveLength(1);
    expect(page().errors).toEqual([]);
  });

  it("is never put over the one that another tab kept once there was room", async () => {
    const full = vi.spyOn(page().storage, "setItem").mockImplementation(() => {
      throw new Error("QuotaExceededError");
    });
    const early = new Client({ apiKey: "us_dev_1", fallbacks }).session;
    void early.start();
    await pass(10);
    full.mockRestore();
    void new Client({ apiKey: "us_dev_1", fallbacks }).session.start();
    await pass(10);
    const kept = new Map(page().stored);
    expect(kept.size).toBeGreaterThan(1);
    early.track("a/b");
    for (const [name, id] of kept) expect(page().stored.get(name)).toBe(id);
  });
});

describe("uuid", () => {
  afterEach(() => vi.unstubAllGlobals());
  const real = globalThis.crypto;
  it.each<[string, unknown]>([
    ["everything", real],
    ["no randomUUID", { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => real.getRandomValues(bytes) }],
    ["no crypto", undefined],
  ])("is of version 4, and another one each time, with %s", (_, crypto) => {
    vi.stubGlobal("crypto", crypto);
    const made = new Set(Array.from({ length: 500 }, uuid));
    expect(made.size).toBe(500);
    for (const one of made)
      expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });
});
