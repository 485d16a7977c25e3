import { describe, expect, it } from "vitest";
import { createOpenedStore, setOpened } from "../../../../src/renderer/collections/collections-state.ts";

const browser = (kept: Record<string, string> = {}) => {
  const all = new Map(Object.entries(kept));
  return {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
  };
};

const entry = "understudy:opened:spc_1";

describe("what is open in the tree", () => {
  it("is remembered for each Space", () => {
    const memory = browser();
    const store = createOpenedStore("spc_1", memory);
    setOpened(store, "col_1", false);
    setOpened(store, "col_2", true);
    expect(createOpenedStore("spc_1", memory).getState().opened).toEqual({ col_1: false, col_2: true });
    expect(createOpenedStore("spc_2", memory).getState().opened).toEqual({});
  });

  it.each([
    ["nothing", {}, {}],
    ["no JSON", { [entry]: "{" }, {}],
    ["no object", { [entry]: "3" }, {}],
    ["something else among it", { [entry]: '{"col_1":false,"col_2":"no"}' }, { col_1: false }],
  ])("starts with what can be read where %s was kept", (_, kept: Record<string, string>, want) => {
    expect(createOpenedStore("spc_1", browser(kept)).getState().opened).toEqual(want);
  });

  it("forgets what was touched longest ago, so that it does not grow for ever", () => {
    const store = createOpenedStore("spc_1", browser());
    for (let n = 0; n <= 500; n += 1) setOpened(store, `col_${n}`, true);
    setOpened(store, "col_1", false);
    const { opened } = store.getState();
    expect(Object.keys(opened)).toHaveLength(500);
    expect(opened).not.toHaveProperty("col_0");
    expect(Object.entries(opened).at(-1)).toEqual(["col_1", false]);
  });

  it.each(["getItem", "setItem"] as const)("lives in the page where the browser forbids %s", (method) => {
    const forbidden = () => {
      throw new DOMException("Forbidden", "SecurityError");
    };
    const store = createOpenedStore("spc_1", { ...browser(), [method]: forbidden });
    setOpened(store, "col_1", false);
    expect(store.getState().opened).toEqual({ col_1: false });
  });
});
