import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pageSecret } from "../../../src/core/sign-in.ts";
import { keepPageSecret } from "../../../src/renderer/api/page-secret.ts";

const kept = () => localStorage.getItem(pageSecret.entry);
const answering = (status: number) => {
  const asked = vi.fn(async (..._: Parameters<typeof fetch>) => new Response(null, { status }));
  vi.stubGlobal("fetch", asked);
  return asked;
};

beforeEach(() => {
  history.replaceState(null, "", `#${pageSecret.query}=brought`);
  localStorage.setItem(pageSecret.entry, "kept");
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.removeItem(pageSecret.entry);
});

test("what any page can bring does not take the place of the secret that is kept", async () => {
  const asked = answering(401);
  await keepPageSecret();
  expect(kept()).toBe("kept");
  expect(location.hash).toBe("");
  expect(asked.mock.calls[0]?.[1]?.headers).toEqual({ [pageSecret.header]: "brought" });
});

test("what a launch address brought does", async () => {
  answering(200);
  await keepPageSecret();
  expect(kept()).toBe("brought");
});

test("nothing is asked where none is kept, and no answer is no refusal", async () => {
  const asked = answering(401);
  localStorage.removeItem(pageSecret.entry);
  await keepPageSecret();
  expect([kept(), asked.mock.calls]).toEqual(["brought", []]);
  history.replaceState(null, "", `#${pageSecret.query}=newer`);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no way")));
  await keepPageSecret();
  expect(kept()).toBe("newer");
});
