import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClient } from "../../../../src/renderer/api/client.ts";
import { routeQuery } from "../../../../src/renderer/api/queries.ts";
import { createQueryClient } from "../../../../src/renderer/api/query-client.ts";
import {
  changeSettings,
  githubRemoval,
  offerGitHub,
  removeGitHub,
  saveSettings,
} from "../../../../src/renderer/settings/workspace-settings.ts";
import { Removals } from "../../../../src/renderer/stores/removals.ts";
import { createServerStore } from "../../../../src/renderer/stores/server-store.ts";
import { createToastsStore, toastTime, undoLast } from "../../../../src/renderer/stores/toasts-store.ts";

const github = { clientId: "abc", baseUrl: "https://github.com", secret: "file" } as const;
const before = { legacyApi: "deprecated", retentionDays: 30, github } as const;

/** A workspace with a GitHub client. Each write is answered by the test, in any order, or by `status` at once. */
function workspace(status?: number) {
  const sent: { readonly change: object; readonly answer: (status?: number) => void }[] = [];
  const client = createClient(
    {},
    ((_address: string, init?: RequestInit) =>
      new Promise<Response>((resolve) => {
        const change = JSON.parse(String(init?.body));
        const answer = (with_ = 200) =>
          resolve(
            Response.json(with_ === 200 ? { ...before, ...change } : { detail: "No." }, { status: with_ }),
          );
        sent.push({ change, answer });
        if (status !== undefined) answer(status);
      })) as typeof fetch,
  );
  const queries = createQueryClient();
  const { queryKey } = routeQuery(client, "getSettings", {});
  queries.setQueryData(queryKey, before as never);
  const toasts = createToastsStore();
  const removals = new Removals(toasts, createServerStore());
  return {
    console: { client, queries, removals },
    toasts,
    shown: () => queries.getQueryData(queryKey),
    hidden: () => removals.hidden.getState().has(githubRemoval),
    sent,
    changes: () => sent.map(({ change }) => change),
  };
}

describe("the GitHub client", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is removed with its secret only when its undo has run out", async () => {
    const { console, shown, hidden, changes } = workspace(200);
    removeGitHub(console);
    expect([hidden(), changes()]).toEqual([true, []]);
    await vi.advanceTimersByTimeAsync(toastTime);
    expect(changes()).toEqual([{ github: null }]);
    expect([hidden(), shown()]).toEqual([false, { ...before, github: null }]);
  });

  it("stays, secret and all, when that is undone", async () => {
    const { console, toasts, shown, hidden, changes } = workspace(200);
    removeGitHub(console);
    undoLast(toasts);
    await vi.advanceTimersByTimeAsync(toastTime * 2);
    expect([hidden(), shown(), changes()]).toEqual([false, before, []]);
  });

  it("is not taken away again once another one is offered", async () => {
    const { console, changes } = workspace(200);
    const other = { clientId: "def", clientSecret: "s", baseUrl: "https://github.com" };
    removeGitHub(console);
    await offerGitHub(console, other);
    await vi.advanceTimersByTimeAsync(toastTime * 2);
    expect(changes()).toEqual([{ github: other }]);
  });
});

it("shows a setting when it is saved, and throws the reason where it is not", async () => {
  const saved = workspace(200);
  await saveSettings(saved.console, { retentionDays: 14 });
  expect(saved.shown()).toEqual({ ...before, retentionDays: 14 });
  const refused = workspace(403);
  await expect(saveSettings(refused.console, { retentionDays: 14 })).rejects.toThrow("No.");
  expect(refused.shown()).toEqual(before);
});

describe("a setting that is changed at once", () => {
  it("is taken back where it is refused, with the reason", async () => {
    const { console, shown, sent } = workspace();
    const changing = changeSettings(console, "legacyApi", "gone");
    expect(shown()).toEqual({ ...before, legacyApi: "gone" });
    await expect.poll(() => sent.length).toBe(1);
    sent[0]?.answer(403);
    await expect(changing).rejects.toThrow("No.");
    expect(shown()).toEqual(before);
  });

  it("takes nothing along that was saved beside it", async () => {
    const { console, shown, sent } = workspace();
    const changing = changeSettings(console, "legacyApi", "gone");
    await expect.poll(() => sent.length).toBe(1);
    const saving = saveSettings(console, { retentionDays: 14 });
    sent[1]?.answer();
    await saving;
    sent[0]?.answer(403);
    await expect(changing).rejects.toThrow("No.");
    expect(shown()).toEqual({ ...before, retentionDays: 14 });
  });

  it("is sent after the one before it: the server has what was chosen last", async () => {
    const { console, shown, sent, changes } = workspace();
    const first = changeSettings(console, "legacyApi", "gone");
    const last = changeSettings(console, "legacyApi", "deprecated");
    await expect.poll(changes).toEqual([{ legacyApi: "gone" }]);
    sent[0]?.answer();
    await first;
    await expect.poll(changes).toEqual([{ legacyApi: "gone" }, { legacyApi: "deprecated" }]);
    sent[1]?.answer();
    await last;
    expect(shown()).toEqual(before);
  });
});
