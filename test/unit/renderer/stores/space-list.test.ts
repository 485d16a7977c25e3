import { describe, expect, it, vi } from "vitest";
import { Removals } from "../../../../src/renderer/stores/removals.ts";
import { createServerStore } from "../../../../src/renderer/stores/server-store.ts";
import { SpaceList } from "../../../../src/renderer/stores/space-list.ts";
import { createToastsStore, undo } from "../../../../src/renderer/stores/toasts-store.ts";
import { eventually } from "../../../helpers/eventually.ts";

const one = { id: "t1", name: "Gold" };
const two = { id: "t2", name: "Silver" };

const listOf = (all: readonly (typeof one)[]) => new SpaceList(async () => ({ data: all, next: null }));
const names = (list: ReturnType<typeof listOf>) =>
  (list.store.getState().bySpace.s ?? [])
    .filter(({ id }) => !list.store.getState().hidden.has(id))
    .map(({ name }) => name);
const making = () => {
  const toasts = createToastsStore();
  return { toasts, removals: new Removals(toasts, createServerStore()) };
};
const lastToast = (toasts: ReturnType<typeof createToastsStore>) => toasts.getState().toasts.at(-1);

describe("SpaceList", () => {
  it("follows every page", async () => {
    const pages = new Map([
      [undefined, { data: [one], next: "c" }],
      ["c", { data: [two], next: null }],
    ]);
    const list = new SpaceList(async (_space, cursor) => pages.get(cursor) ?? { data: [], next: null });
    await list.load("s");
    expect(names(list)).toEqual(["Gold", "Silver"]);
  });

  it("drops an answer from before a change that was made here", async () => {
    let answer = (_: { data: (typeof one)[]; next: null }) => {};
    const list = new SpaceList(
      () =>
        new Promise<{ data: (typeof one)[]; next: null }>((resolve) => {
          answer = resolve;
        }),
    );
    const loading = list.load("s");
    list.keep("s", two);
    answer({ data: [one], next: null });
    await loading;
    expect(names(list)).toEqual(["Silver"]);
  });

  it("hides what is deleted, and deletes it when the undo is over", async () => {
    vi.useFakeTimers();
    const list = listOf([one, two]);
    await list.load("s");
    const { removals } = making();
    const remove = vi.fn(async () => {});
    list.delete(removals, "s", one, remove);
    expect([names(list), remove.mock.calls.length]).toEqual([["Silver"], 0]);
    removals.settleAll();
    await vi.runAllTimersAsync();
    expect([names(list), remove.mock.calls]).toEqual([["Silver"], [[{ keepalive: true }]]]);
    vi.useRealTimers();
  });

  it("brings it back on undo", async () => {
    const list = listOf([one, two]);
    await list.load("s");
    const { toasts, removals } = making();
    const remove = vi.fn(async () => {});
    list.delete(removals, "s", one, remove);
    undo(toasts, lastToast(toasts)?.id ?? 0);
    expect([names(list), remove.mock.calls.length]).toEqual([["Gold", "Silver"], 0]);
  });

  it("brings it back with the reason when it could not be deleted", async () => {
    const list = listOf([one, two]);
    await list.load("s");
    const { toasts, removals } = making();
    list.delete(removals, "s", one, async () => {
      throw new Error("in use");
    });
    removals.settleAll();
    await eventually(() => expect(names(list)).toEqual(["Gold", "Silver"]));
    expect(lastToast(toasts)?.text).toContain("“Gold” was not deleted");
  });
});
