import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Token } from "../../../../src/core/token.ts";
import { createClient } from "../../../../src/renderer/api/client.ts";
import { Removals } from "../../../../src/renderer/stores/removals.ts";
import { createServerStore } from "../../../../src/renderer/stores/server-store.ts";
import { createToastsStore, toastTime, undo } from "../../../../src/renderer/stores/toasts-store.ts";
import { createTokensStore, revokeToken } from "../../../../src/renderer/stores/tokens-store.ts";

const token: Token = {
  id: "tok_1",
  name: "CI",
  role: "editor",
  hint: "abcd",
  createdAt: "2026-11-20T09:00:00.000Z",
  lastUsedAt: null,
  expiresAt: null,
};

const make = (status = 204) => {
  const fetcher = vi.fn<typeof fetch>(async () =>
    status === 204 ? new Response(null, { status }) : Response.json({ detail: "No.", status }, { status }),
  );
  const tokens = createTokensStore();
  tokens.setState({ items: [token] });
  const toasts = createToastsStore();
  const removals = new Removals(toasts, createServerStore());
  revokeToken(tokens, removals, createClient({}, fetcher), token);
  return { fetcher, tokens, removals, toasts, toast: () => toasts.getState().toasts[0]?.id ?? 0 };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("hides a token at once and revokes it when its undo has run out", async () => {
  const { fetcher, tokens } = make();
  expect(tokens.getState().revoking.has("tok_1")).toBe(true);
  expect(fetcher).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(toastTime);
  expect(fetcher).toHaveBeenCalledWith("/v2/tokens/tok_1", expect.objectContaining({ method: "DELETE" }));
  expect(tokens.getState()).toMatchObject({ items: [], revoking: new Set() });
});

it("keeps a token whose revoking was undone", async () => {
  const { fetcher, tokens, toasts, toast } = make();
  undo(toasts, toast());
  await vi.advanceTimersByTimeAsync(toastTime * 2);
  expect(fetcher).not.toHaveBeenCalled();
  expect(tokens.getState()).toMatchObject({ items: [token], revoking: new Set() });
});

it("revokes at once, outliving the page, when the page is closed", () => {
  const { fetcher, removals } = make();
  removals.settleAll();
  expect(fetcher).toHaveBeenCalledWith("/v2/tokens/tok_1", expect.objectContaining({ keepalive: true }));
});

it("shows a token again that could not be revoked, and says so", async () => {
  const { tokens, toasts } = make(403);
  await vi.advanceTimersByTimeAsync(toastTime);
  expect(tokens.getState()).toMatchObject({ items: [token], revoking: new Set() });
  expect(toasts.getState().toasts[0]?.text).toBe("“CI” still works. No.");
});
