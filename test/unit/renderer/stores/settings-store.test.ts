import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClient } from "../../../../src/renderer/api/client.ts";
import { Removals } from "../../../../src/renderer/stores/removals.ts";
import { createServerStore } from "../../../../src/renderer/stores/server-store.ts";
import {
  createSettingsStore,
  offerGitHub,
  removeGitHub,
  saveSettings,
} from "../../../../src/renderer/stores/settings-store.ts";
import { createToastsStore, toastTime, undoLast } from "../../../../src/renderer/stores/toasts-store.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const github = { clientId: "abc", baseUrl: "https://github.com", secret: "file" } as const;
const before = { legacyApi: "deprecated", retentionDays: 30, github } as const;

/** A workspace with a GitHub client, on a server that takes any change, or refuses it. */
function workspace(status = 200) {
  const sent: unknown[] = [];
  const client = createClient({}, (async (_address, init) => {
    const change = JSON.parse(String(init?.body));
    sent.push(change);
    return Response.json(status === 200 ? { ...before, ...change } : { detail: "No." }, { status });
  }) as typeof fetch);
  const store = createSettingsStore();
  store.setState({ settings: before });
  const toasts = createToastsStore();
  const removals = new Removals(toasts, createServerStore());
  return { client, store, toasts, removals, sent };
}

describe("the GitHub client", () => {
  it("is removed with its secret only when its undo has run out", async () => {
    const { client, store, removals, sent } = workspace();
    removeGitHub(store, removals, client);
    expect([store.getState().withoutGitHub, sent]).toEqual([true, []]);
    await vi.advanceTimersByTimeAsync(toastTime);
    expect(sent).toEqual([{ github: null }]);
    expect(store.getState()).toMatchObject({ withoutGitHub: false, settings: { github: null } });
  });

  it("stays, secret and all, when that is undone", async () => {
    const { client, store, toasts, removals, sent } = workspace();
    removeGitHub(store, removals, client);
    undoLast(toasts);
    await vi.advanceTimersByTimeAsync(toastTime * 2);
    expect([store.getState().withoutGitHub, store.getState().settings, sent]).toEqual([false, before, []]);
  });

  it("is not taken away again once another one is offered", async () => {
    const { client, store, removals, sent } = workspace();
    const other = { clientId: "def", clientSecret: "s", baseUrl: "https://github.com" };
    removeGitHub(store, removals, client);
    await offerGitHub(store, removals, client, other);
    await vi.advanceTimersByTimeAsync(toastTime * 2);
    expect(sent).toEqual([{ github: other }]);
  });
});

it("shows a setting when it is saved, and throws the reason where it is not", async () => {
  const saved = workspace();
  await saveSettings(saved.store, saved.client, { retentionDays: 14 });
  expect(saved.store.getState().settings?.retentionDays).toBe(14);
  const refused = workspace(403);
  await expect(saveSettings(refused.store, refused.client, { retentionDays: 14 })).rejects.toThrow("No.");
  expect(refused.store.getState().settings).toEqual(before);
});
