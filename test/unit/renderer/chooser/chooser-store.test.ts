import { describe, expect, it, vi } from "vitest";
import type { ChooserState, DesktopBridge, WorkspaceFolder } from "../../../../src/core/ipc.ts";
import {
  choose,
  createChooserStore,
  loadChooser,
  openChosen,
  pickFolder,
  selectedFolder,
} from "../../../../src/renderer/chooser/chooser-store.ts";

const folder = (path: string, kind: WorkspaceFolder["kind"] = "empty"): WorkspaceFolder => ({
  path,
  kind,
  problem: null,
});
const offered: ChooserState = {
  firstRun: true,
  suggested: folder("/own", "new"),
  picked: null,
  recents: [folder("/a", "workspace"), folder("/b", "workspace")],
};

/** The app, as far as the chooser asks it. */
function fakeBridge(answers: Partial<DesktopBridge> = {}): DesktopBridge {
  return {
    getChooser: async () => offered,
    pickWorkspace: async () => ({ ...offered, picked: folder("/picked") }),
    openWorkspace: vi.fn(async () => ({ problem: null })),
    ...answers,
  } as DesktopBridge;
}

async function loaded(bridge = fakeBridge()) {
  const store = createChooserStore();
  await loadChooser(store, bridge);
  return store;
}

describe("what is selected", () => {
  it.each([
    ["suggested" as const, "/own"],
    [{ recent: 1 }, "/b"],
    [{ recent: 7 }, undefined],
    ["picked" as const, undefined],
  ])("%j is %s", async (choice, path) => {
    const store = await loaded();
    choose(store, choice);
    expect(selectedFolder(store.getState())?.path).toBe(path);
  });

  it("is the app's own place at first, and what was picked afterwards", async () => {
    const store = await loaded();
    expect(selectedFolder(store.getState())?.path).toBe("/own");
    await pickFolder(store, fakeBridge());
    expect(selectedFolder(store.getState())?.path).toBe("/picked");
  });

  it("stays where the person picked nothing after all", async () => {
    const store = await loaded();
    choose(store, { recent: 0 });
    await pickFolder(store, fakeBridge({ pickWorkspace: async () => offered }));
    expect(selectedFolder(store.getState())?.path).toBe("/a");
  });
});

describe("opening", () => {
  it("names the choice and never a path", async () => {
    const bridge = fakeBridge();
    const store = await loaded(bridge);
    choose(store, { recent: 1 });
    await openChosen(store, bridge, "empty");
    expect(bridge.openWorkspace).toHaveBeenCalledWith({ folder: { recent: 1 }, start: "empty" });
    expect(store.getState()).toMatchObject({ opening: false, problem: null });
  });

  it.each([
    ["the app says why not", async () => ({ problem: "the disk is full" }), "the disk is full"],
    ["the app refuses", async () => Promise.reject(new Error("refused")), "refused"],
  ])("tells where %s, until something else is chosen", async (_name, openWorkspace, problem) => {
    const store = await loaded();
    await openChosen(store, fakeBridge({ openWorkspace }), "demo");
    expect(store.getState()).toMatchObject({ opening: false, problem });
    choose(store, "suggested");
    expect(store.getState().problem).toBeNull();
  });
});
