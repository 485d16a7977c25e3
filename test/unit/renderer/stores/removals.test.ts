import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { problemType } from "../../../../src/core/problem.ts";
import { createClient } from "../../../../src/renderer/api/client.ts";
import { Removals, type UndoableRemoval } from "../../../../src/renderer/stores/removals.ts";
import { createServerStore, noteReach } from "../../../../src/renderer/stores/server-store.ts";
import {
  createToastsStore,
  offerUndo,
  toastTime,
  undoLast,
} from "../../../../src/renderer/stores/toasts-store.ts";
import { fakeBrowser } from "../saved/fake-pages.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Answer = { readonly status: number; readonly retryAfter?: string } | null;

/** A deletion of “Hero” whose tries are answered one after the other; null is no answer. */
function deleting(...answers: readonly Answer[]) {
  const browser = fakeBrowser();
  const left = [...answers];
  const server = createServerStore();
  const observer = {
    reached: () => noteReach(server, "running"),
    lost: () => noteReach(server, "lost"),
  };
  const fetcher = vi.fn<typeof fetch>(async () => {
    const { status, retryAfter } = left.shift() ?? {};
    if (status === undefined) throw new TypeError("refused");
    const headers = {
      "Content-Type": problemType,
      ...(retryAfter !== undefined && { "Retry-After": retryAfter }),
    };
    if (status === 204) return new Response(null, { status });
    return Response.json(
      { detail: "Said so.", status, code: status === 404 ? "not-found" : "x" },
      { status, headers },
    );
  });
  const client = createClient(observer, fetcher);
  const toasts = createToastsStore();
  const removals = new Removals(toasts, server, { kept: browser.open("first") });
  const seen = { hidden: false, dropped: false };
  removals.hidden.subscribe((hidden) => {
    seen.hidden = hidden.has("hero");
  });
  const hero: UndoableRemoval = {
    key: "hero",
    spaceId: "s",
    said: "Deleted “Hero”",
    refused: "“Hero” was not deleted.",
    remove: (options) => client.call("deleteSpace", { params: { spaceId: "s" }, ...options }),
    drop: () => {
      seen.dropped = true;
    },
  };
  const offer = () => removals.offer(hero);
  offer();
  const said = () => toasts.getState().toasts.map(({ text }) => text);
  /** What is said by a page that comes after this one, or beside it. */
  const saidNext = async (page: string, spaceId = "s") => {
    const later = createToastsStore();
    const kept = browser.open(page);
    await kept.adopt();
    new Removals(later, server, { kept }).tellLeft(spaceId);
    return later.getState().toasts.map(({ text }) => text);
  };
  return { removals, offer, server, toasts, fetcher, seen, said, saidNext, close: browser.close };
}

it("what is done for one Collection waits for no part of another", async () => {
  const removals = new Removals(createToastsStore(), createServerStore());
  const removed: string[] = [];
  const offer = (key: string, of: Partial<UndoableRemoval>, remove: () => Promise<unknown>) =>
    removals.offer({
      key,
      spaceId: "s",
      said: key,
      refused: key,
      remove,
      drop: () => removed.push(key),
      ...of,
    });
  offer("far", { collectionId: "plans" }, () => new Promise(() => {}));
  offer("hero", { collectionId: "homepage" }, async () => {});
  offer("tribe", {}, async () => {});
  await removals.settle("s", "homepage");
  expect(removed.sort()).toEqual(["hero", "tribe"]);
});

describe("a deletion that meets an outage", () => {
  it("stays hidden and is done when the server answers again", async () => {
    const { fetcher, server, seen, said } = deleting(null, { status: 204 });
    await vi.advanceTimersByTimeAsync(toastTime);
    expect(seen).toEqual({ hidden: true, dropped: false });
    expect(said()).toEqual([
      "“Hero” was not deleted. The server did not answer. It is tried again by itself.",
    ]);
    noteReach(server, "running");
    await vi.advanceTimersByTimeAsync(0);
    expect([seen, fetcher.mock.calls.length]).toEqual([{ hidden: false, dropped: true }, 2]);
  });

  it("is counted among what is not saved, until it is done or taken back", async () => {
    const { removals, server } = deleting(null, null, { status: 204 });
    const words = "“Hero” was not deleted. The server did not answer. It is tried again by itself.";
    const waiting = removals.waiting;
    expect(waiting.getState()).toEqual([]);
    await vi.advanceTimersByTimeAsync(toastTime + 1000);
    expect(waiting.getState()).toEqual([{ key: "hero", spaceId: "s", words }]);
    noteReach(server, "running");
    await vi.advanceTimersByTimeAsync(0);
    expect(waiting.getState()).toEqual([]);
  });

  it("is told of by the next page of its Space, once, where its page was closed meanwhile", async () => {
    const { removals, saidNext, close } = deleting(null, null);
    await vi.advanceTimersByTimeAsync(toastTime);
    removals.tellLeft("s");
    expect(await saidNext("beside")).toEqual([]);
    close("first");
    expect(await saidNext("elsewhere", "other")).toEqual([]);
    close("elsewhere");
    const words = "“Hero” was not deleted. The page was closed before the server answered.";
    expect(await saidNext("second")).toEqual([words]);
    close("second");
    expect(await saidNext("third")).toEqual([]);
  });

  it("leaves nothing to tell of once it is done", async () => {
    const { saidNext, close, server } = deleting(null, { status: 204 });
    await vi.advanceTimersByTimeAsync(toastTime);
    noteReach(server, "running");
    await vi.advanceTimersByTimeAsync(0);
    close("first");
    expect(await saidNext("second")).toEqual([]);
  });

  it.each([
    ["as long as it says", { given: "2", before: 1900, after: 100 }],
    ["one second at first where it does not say", { given: undefined, before: 900, after: 100 }],
  ])("leaves a busy server alone %s", async (_, { given, before, after }) => {
    const busy = { status: 503, ...(given !== undefined && { retryAfter: given }) };
    const { fetcher, seen } = deleting(busy, busy, { status: 204 });
    await vi.advanceTimersByTimeAsync(toastTime + before);
    expect([seen.hidden, fetcher.mock.calls.length]).toEqual([true, 1]);
    await vi.advanceTimersByTimeAsync(after + 2 * before + 2 * after);
    expect(seen).toEqual({ hidden: false, dropped: true });
  });

  it("says so once, however often it is tried", async () => {
    const busy = { status: 503, retryAfter: "1" };
    const { said } = deleting(busy, busy, busy, busy);
    await vi.advanceTimersByTimeAsync(toastTime + 3000);
    expect(said().length).toBe(1);
  });

  it("is brought back when it is really refused in the end", async () => {
    const { seen, said } = deleting({ status: 503, retryAfter: "1" }, { status: 409 });
    await vi.advanceTimersByTimeAsync(toastTime + 1000);
    expect([seen, said().at(-1)]).toEqual([
      { hidden: false, dropped: false },
      "“Hero” was not deleted. Said so.",
    ]);
  });

  it("can be taken back while it waits", async () => {
    const { removals, fetcher, seen } = deleting({ status: 503, retryAfter: "1" });
    await vi.advanceTimersByTimeAsync(toastTime);
    removals.undo("hero");
    await vi.advanceTimersByTimeAsync(60_000);
    expect([seen, fetcher.mock.calls.length]).toEqual([{ hidden: false, dropped: false }, 1]);
  });
});

it("offers the same removal once, and does it once", async () => {
  const { offer, fetcher, toasts, said } = deleting({ status: 204 });
  offer();
  expect(said()).toEqual(["Deleted “Hero”"]);
  await vi.advanceTimersByTimeAsync(toastTime);
  expect([fetcher.mock.calls.length, toasts.getState().toasts]).toEqual([1, []]);
});

it("takes what is gone already as deleted", async () => {
  const { seen, said } = deleting({ status: 404 });
  await vi.advanceTimersByTimeAsync(toastTime);
  expect([seen, said()]).toEqual([{ hidden: false, dropped: true }, []]);
});

describe("settling a Space", () => {
  it("ends the undo, and waits until what was deleted is gone", async () => {
    const { removals, toasts, seen, said } = deleting({ status: 204 });
    await removals.settle("s");
    expect([seen, said()]).toEqual([{ hidden: false, dropped: true }, []]);
    undoLast(toasts);
    expect(seen.hidden).toBe(false);
  });

  it("waits for one that is on its way", async () => {
    const { removals, seen } = deleting({ status: 204 });
    vi.advanceTimersByTime(toastTime);
    expect(seen.dropped).toBe(false);
    await removals.settle("s");
    expect(seen.dropped).toBe(true);
  });

  it("leaves the undo of other Spaces, and every other way back", async () => {
    const { removals, toasts, fetcher, said } = deleting();
    offerUndo(toasts, "Took version 2", { undo: () => {} });
    await removals.settle("other");
    expect([said(), fetcher.mock.calls.length]).toEqual([["Deleted “Hero”", "Took version 2"], 0]);
  });

  it("says why it can't be done yet", async () => {
    const { removals, seen } = deleting({ status: 503, retryAfter: "1" });
    await expect(removals.settle("s")).rejects.toThrow("Said so.");
    expect(seen.hidden).toBe(true);
  });
});
