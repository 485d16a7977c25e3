import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { pageSecret } from "../../../src/core/sign-in.ts";
import { SignedOut } from "../../../src/renderer/app/SignedOut.tsx";
import { keepPageSecret, ownAddress, ownFetch } from "../../../src/renderer/stores/page-secret.ts";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { showPart } from "../../helpers/dom/show.tsx";

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
  vi.restoreAllMocks();
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

test("in a browser without room, or whose storage is closed, this page has it all the same", async () => {
  const asked = answering(200);
  const refuse = () => {
    throw new DOMException("no", "SecurityError");
  };
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse);
  await keepPageSecret();
  expect([kept(), location.hash, ownAddress("/stream")]).toEqual(["kept", "", "/stream?console=brought"]);
  history.replaceState(null, "", `#${pageSecret.query}=newer`);
  vi.spyOn(window, "localStorage", "get").mockImplementation(refuse);
  await keepPageSecret();
  await ownFetch("/v2/me");
  expect(new Headers(asked.mock.lastCall?.[1]?.headers).get(pageSecret.header)).toBe("newer");
  vi.restoreAllMocks();
  history.replaceState(null, "", `#${pageSecret.query}=newest`);
  await keepPageSecret();
  expect([kept(), ownAddress("/stream")]).toEqual(["newest", "/stream?console=newest"]);
});

test.each([false, true])(
  "where to sign in, a browser that keeps no cookies is told so; cookies: %s",
  async (keeps) => {
    vi.spyOn(navigator, "cookieEnabled", "get").mockReturnValue(keeps);
    showPart(emptyCinema(), <SignedOut onRetry={() => undefined} />);
    await expect.element(page.getByRole("heading", { name: "Sign in from your terminal" })).toBeVisible();
    expect(page.getByRole("alert").all()).toHaveLength(keeps ? 0 : 1);
  },
);
