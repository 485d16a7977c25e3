import { describe, expect, it, vi } from "vitest";
import { createClient } from "../../../../src/renderer/api/client.ts";
import { createQueryClient } from "../../../../src/renderer/api/query-client.ts";
import { Removals } from "../../../../src/renderer/stores/removals.ts";
import { createServerStore } from "../../../../src/renderer/stores/server-store.ts";
import { SpaceList } from "../../../../src/renderer/stores/space-list.ts";
import { createToastsStore, undo } from "../../../../src/renderer/stores/toasts-store.ts";

const one = { id: "t1", name: "Gold" };
const two = { id: "t2", name: "Silver" };
type Named = typeof one;

/** Tribes of a Space, on a server that answers each question with the next of these lists. */
function tribes(...answers: (readonly Named[] | Promise<readonly Named[]>)[]) {
  const fetcher = vi.fn(async () => Response.json({ data: (await answers.shift()) ?? [], next: null }));
  const around = {
    queries: createQueryClient(),
    client: createClient({}, fetcher as unknown as typeof fetch),
  };
  const toasts = createToastsStore();
  const removals = new Removals(toasts, createServerStore());
  const list = new SpaceList<Named>(around, "listTribes");
  const shown = () =>
    list.known("s").flatMap(({ id, name }) => (removals.hidden.getState().has(id) ? [] : [name]));
  return { list, removals, toasts, shown, fetcher };
}

describe("SpaceList", () => {
  it("goes by an answer from after what was made here", async () => {
    let answer = (_: readonly Named[]) => {};
    const late = new Promise<readonly Named[]>((resolve) => {
      answer = resolve;
    });
    const { list, shown } = tribes([one], late, [one, two]);
    await list.load("s");
    const loading = list.load("s");
    list.keep("s", two);
    expect(shown()).toEqual(["Gold", "Silver"]);
    answer([one]);
    await loading;
    expect(shown()).toEqual(["Gold", "Silver"]);
  });

  it("does not take what is made during the first load for all that there is", async () => {
    let answer = (_: readonly Named[]) => {};
    const first = new Promise<readonly Named[]>((resolve) => {
      answer = resolve;
    });
    const { list, shown } = tribes(first, [one, two]);
    const loading = list.load("s");
    list.keep("s", two);
    expect(shown()).toEqual([]);
    answer([one]);
    await loading;
    await list.load("s");
    expect(shown()).toEqual(["Gold", "Silver"]);
  });

  it("keeps what is known where it cannot be read", async () => {
    const { list, shown } = tribes([one], Promise.reject(new TypeError("refused")));
    await list.load("s");
    await list.load("s");
    expect(shown()).toEqual(["Gold"]);
  });

  it("hides what is deleted, and deletes it when the undo is over", async () => {
    const { list, removals, shown } = tribes([one, two]);
    await list.load("s");
    const remove = vi.fn(async () => {});
    list.delete(removals, "s", one, remove);
    expect([shown(), remove.mock.calls.length]).toEqual([["Silver"], 0]);
    removals.settleAll();
    await expect.poll(() => removals.hidden.getState().size).toBe(0);
    expect([shown(), remove.mock.calls]).toEqual([["Silver"], [[{ keepalive: true }]]]);
  });

  it("brings it back on undo", async () => {
    const { list, removals, toasts, shown } = tribes([one, two]);
    await list.load("s");
    const remove = vi.fn(async () => {});
    list.delete(removals, "s", one, remove);
    undo(toasts, toasts.getState().toasts.at(-1)?.id ?? 0);
    expect([shown(), remove.mock.calls.length]).toEqual([["Gold", "Silver"], 0]);
  });

  it("brings it back with the reason when it could not be deleted", async () => {
    const { list, removals, toasts, shown } = tribes([one, two]);
    await list.load("s");
    list.delete(removals, "s", one, async () => {
      throw new Error("in use");
    });
    removals.settleAll();
    await expect.poll(shown).toEqual(["Gold", "Silver"]);
    expect(toasts.getState().toasts.at(-1)?.text).toContain("“Gold” was not deleted");
  });
});
