import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SignIn } from "../../../../src/core/sign-in.ts";
import { createClient } from "../../../../src/renderer/api/client.ts";
import { Removals } from "../../../../src/renderer/stores/removals.ts";
import { createServerStore } from "../../../../src/renderer/stores/server-store.ts";
import { createSignInsStore, revokeSignIn } from "../../../../src/renderer/stores/sign-ins-store.ts";
import { createToastsStore, toastTime, undo } from "../../../../src/renderer/stores/toasts-store.ts";

const signIn: SignIn = {
  id: "g1",
  client: { id: "understudy-cli", name: "Understudy CLI" },
  scopes: ["read"],
  createdAt: "2026-11-20T09:00:00.000Z",
  lastUsedAt: null,
};

const make = (status = 204) => {
  const fetcher = vi.fn<typeof fetch>(async () =>
    status === 204 ? new Response(null, { status }) : Response.json({ detail: "No.", status }, { status }),
  );
  const store = createSignInsStore();
  store.setState({ items: [signIn] });
  const toasts = createToastsStore();
  const removals = new Removals(toasts, createServerStore());
  revokeSignIn(store, removals, createClient({}, fetcher), signIn);
  return { fetcher, store, removals, toasts, toast: () => toasts.getState().toasts[0]?.id ?? 0 };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("hides a sign-in at once and revokes it when its undo has run out", async () => {
  const { fetcher, store } = make();
  expect(store.getState().revoking.has("g1")).toBe(true);
  expect(fetcher).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(toastTime);
  expect(fetcher).toHaveBeenCalledWith("/v2/sign-ins/g1", expect.objectContaining({ method: "DELETE" }));
  expect(store.getState()).toMatchObject({ items: [], revoking: new Set() });
});

it("keeps a sign-in whose revoking was undone", async () => {
  const { fetcher, store, toasts, toast } = make();
  undo(toasts, toast());
  await vi.advanceTimersByTimeAsync(toastTime * 2);
  expect(fetcher).not.toHaveBeenCalled();
  expect(store.getState()).toMatchObject({ items: [signIn], revoking: new Set() });
});

it("revokes at once, outliving the page, when the page is closed", () => {
  const { fetcher, removals } = make();
  removals.settleAll();
  expect(fetcher).toHaveBeenCalledWith("/v2/sign-ins/g1", expect.objectContaining({ keepalive: true }));
});

it("shows a sign-in again that could not be revoked, and says so", async () => {
  const { store, toasts } = make(403);
  await vi.advanceTimersByTimeAsync(toastTime);
  expect(store.getState()).toMatchObject({ items: [signIn], revoking: new Set() });
  expect(toasts.getState().toasts[0]?.text).toBe("“Understudy CLI” is still signed in. No.");
});
