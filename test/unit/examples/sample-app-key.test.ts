import { afterEach, beforeEach, expect, it, vi } from "vitest";

const kept = new Map<string, string>();
const known = new Set<string>();

beforeEach(() => {
  kept.clear();
  known.clear();
  vi.resetModules();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  vi.stubGlobal("history", { replaceState: () => undefined });
  vi.stubGlobal("fetch", async (path: string) => {
    const key = new URL(path, "http://a").searchParams.get("key") ?? "";
    return Response.json({ apiKey: key }, { status: known.has(key) ? 200 : 401 });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Opens the app at an address that brings a key along. */
async function opened(key: string) {
  vi.stubGlobal("location", { search: "", pathname: "/demo", hash: `#key=${key}` });
  const { connect, takeKey } = await import("../../../examples/web/src/platform.ts");
  takeKey();
  return { start: await connect(), keys: [...kept.values()] };
}

it("a key in the address takes no kept key's place, but that of one that is refused", async () => {
  kept.set("marquee:device-key", "us_mine");
  for (const key of ["us_mine", "us_theirs"]) known.add(key);
  expect(await opened("us_theirs")).toMatchObject({
    start: { connection: { apiKey: "us_mine" } },
    keys: ["us_mine"],
  });
  known.delete("us_mine");
  vi.resetModules();
  expect(await opened("us_theirs")).toMatchObject({
    start: { connection: { apiKey: "us_theirs" } },
    keys: ["us_theirs"],
  });
});

it("is taken where none is kept, and goes where it is refused", async () => {
  known.add("us_moved");
  expect((await opened("us_moved")).keys).toEqual(["us_moved"]);
  kept.clear();
  vi.resetModules();
  expect(await opened("us_nobodys")).toMatchObject({ start: { kind: "unpaired" }, keys: [] });
});
