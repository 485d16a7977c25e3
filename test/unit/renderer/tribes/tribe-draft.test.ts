import { describe, expect, it } from "vitest";
import type { Tribe } from "../../../../src/core/tribe.ts";
import { ApiProblem, ServerUnreachable } from "../../../../src/renderer/api/api-problem.ts";
import { isEdited } from "../../../../src/renderer/tribes/draft-state.ts";
import { type DraftPort, TribeDraft } from "../../../../src/renderer/tribes/tribe-draft.ts";
import { tribeOf } from "../../../helpers/targeting.ts";
import { lonePage, memoryStorage } from "../stores/fake-pages.ts";

const problem = (status: number, code: string) =>
  new ApiProblem({ type: "about:blank", title: code, status, code, detail: `It is ${code}.`, instance: "/" });

/** A server of one Tribe whose version grows with each change. */
function fakeServer() {
  const server = {
    tribe: tribeOf("fans", { label: "a" }),
    version: 1,
    failure: null as Error | null,
    change: (edit: Partial<Tribe>) => {
      server.tribe = { ...server.tribe, ...edit };
      server.version += 1;
    },
  };
  const tagged = () => ({ answer: server.tribe, etag: `"${server.version}"` });
  const write = async (edit: Partial<Tribe>, ifMatch: string | undefined) => {
    if (server.failure !== null) throw server.failure;
    if (ifMatch !== `"${server.version}"`) throw problem(412, "stale");
    server.change(edit);
    return tagged();
  };
  const port: DraftPort = {
    key: "fans",
    get: async () => {
      if (server.failure !== null) throw server.failure;
      return tagged();
    },
    save: ({ audience, rules }, ifMatch) => write({ audience, rules }, ifMatch),
    rename: (name, ifMatch) => write({ name }, ifMatch),
    onServer: () => {},
  };
  return { server, port };
}

async function opened(storage = memoryStorage(), { server, port } = fakeServer()) {
  const draft = new TribeDraft(port, lonePage(storage));
  await draft.load();
  const shown = () => draft.store.getState().content.rules;
  const sending = () => draft.store.getState().sending.state;
  const edited = () => isEdited(draft.store.getState());
  return { server, port, storage, draft, shown, sending, edited };
}
const mine = { label: "mine" };
const theirs = { label: "theirs" };

describe("a Tribe's draft", () => {
  it("stays here until it is saved, and is forgotten then", async () => {
    const { server, draft, storage, edited } = await opened();
    draft.change({ rules: mine });
    expect([server.tribe.rules, edited(), storage.kept.size]).toEqual([{ label: "a" }, true, 1]);
    await draft.save();
    expect([server.tribe.rules, edited(), storage.kept.size]).toEqual([mine, false, 0]);
  });

  it("outlives the page", async () => {
    const first = await opened();
    first.draft.change({ rules: mine });
    const again = await opened(first.storage, first);
    expect([again.shown(), again.sending()]).toEqual([mine, "idle"]);
  });

  it("undoes and redoes step by step, and is no edit where it came back to", async () => {
    const { draft, shown, edited, storage } = await opened();
    draft.change({ rules: mine });
    draft.change({ rules: theirs });
    draft.undo();
    expect(shown()).toEqual(mine);
    draft.redo();
    expect(shown()).toEqual(theirs);
    draft.undo();
    draft.undo();
    draft.undo();
    expect([shown(), edited(), storage.kept.size]).toEqual([{ label: "a" }, false, 0]);
    draft.redo();
    draft.change({ audience: "users" });
    expect(draft.store.getState().canRedo).toBe(false);
  });

  it("comes back after it was discarded", async () => {
    const { draft, shown, edited } = await opened();
    draft.change({ rules: mine });
    draft.discard();
    expect(edited()).toBe(false);
    draft.undo();
    expect(shown()).toEqual(mine);
  });

  it("keeps the edit while the server is gone, and saves when it is back", async () => {
    const { draft, server, sending, storage } = await opened();
    draft.change({ rules: mine });
    server.failure = new ServerUnreachable();
    await draft.save();
    expect([sending(), storage.kept.size]).toEqual(["waiting", 1]);
    server.failure = null;
    await draft.save();
    expect([sending(), server.tribe.rules]).toEqual(["idle", mine]);
  });

  it.each([
    [503, "waiting"],
    [401, "idle"],
  ])("is neither refused nor lost after a %i", async (status, want) => {
    const { draft, server, sending, shown, edited, storage } = await opened();
    draft.change({ rules: mine });
    server.failure = problem(status, "no");
    await draft.save();
    expect([sending(), shown(), edited(), storage.kept.size]).toEqual([want, mine, true, 1]);
  });

  it("waits for the server with what was to be saved, not with what is changed after that", async () => {
    const { draft, server, sending } = await opened();
    draft.change({ rules: mine });
    server.failure = new ServerUnreachable();
    await draft.save();
    draft.change({ rules: theirs });
    expect(sending()).toBe("idle");
  });

  it("is no question where what is saved elsewhere is the same, or was saved here and nobody heard", async () => {
    const first = await opened();
    first.draft.change({ rules: mine });
    first.server.change({ rules: mine });
    await first.draft.save();
    expect([first.sending(), first.edited(), first.storage.kept.size]).toEqual(["idle", false, 0]);
    const closed = await opened();
    closed.draft.change({ rules: mine });
    closed.server.change({ rules: mine });
    const again = await opened(closed.storage, closed);
    expect([again.sending(), again.edited(), again.storage.kept.size]).toEqual(["idle", false, 0]);
  });

  it("of a new Tribe is not saved twice by itself where nobody heard the answer", async () => {
    const { server, port } = fakeServer();
    const draft = new TribeDraft({ ...port, get: null }, lonePage());
    await draft.load();
    draft.change({ rules: mine });
    server.failure = new ServerUnreachable();
    await draft.save();
    expect(draft.store.getState().sending.state).toBe("refused");
    server.failure = problem(503, "busy");
    await draft.save();
    expect(draft.store.getState().sending.state).toBe("waiting");
  });

  it("is kept when its Tribe turns out to be deleted", async () => {
    const { draft, server, sending, shown, edited, storage } = await opened();
    draft.change({ rules: mine });
    server.failure = problem(404, "not-found");
    await draft.save();
    expect([draft.store.getState().phase, sending(), edited()]).toEqual(["gone", "idle", true]);
    expect([shown(), storage.kept.size]).toEqual([mine, 1]);
  });

  it("says why it was refused until the rule is another", async () => {
    const { draft, server, sending } = await opened();
    server.failure = problem(409, "cycle");
    draft.change({ rules: mine });
    await draft.save();
    expect(draft.store.getState().sending).toMatchObject({ state: "refused", reason: "It is cycle." });
    draft.change({ rules: theirs });
    expect(sending()).toBe("idle");
  });

  it.each<["keepMine" | "takeTheirs", object]>([
    ["keepMine", mine],
    ["takeTheirs", theirs],
  ])("is a choice where it was saved elsewhere meanwhile: %s", async (choice, want) => {
    const { draft, server, sending, shown } = await opened();
    draft.change({ rules: mine });
    server.change({ rules: theirs });
    await draft.save();
    expect([sending(), server.tribe.rules, shown()]).toEqual(["conflict", theirs, mine]);
    await draft[choice]();
    expect([sending(), server.tribe.rules, shown()]).toEqual(["idle", want, want]);
  });

  it("is a choice where an edit of an earlier visit was made on another version", async () => {
    const first = await opened();
    first.draft.change({ rules: mine });
    first.server.change({ rules: theirs });
    const again = await opened(first.storage, first);
    expect([again.sending(), again.shown()]).toEqual(["conflict", mine]);
    await again.draft.keepMine();
    expect(first.server.tribe.rules).toEqual(mine);
  });

  it("is no conflict where only the name was changed", async () => {
    const { draft, server, sending } = await opened();
    draft.change({ rules: mine });
    server.change({ name: "Renamed elsewhere" });
    await draft.save();
    expect([sending(), server.tribe.name, server.tribe.rules]).toEqual(["idle", "Renamed elsewhere", mine]);
    draft.change({ rules: theirs });
    await draft.rename("Renamed here");
    expect([server.tribe.name, server.tribe.rules]).toEqual(["Renamed here", mine]);
    expect(draft.store.getState().content).toMatchObject({ name: "Renamed here", rules: theirs });
  });

  it("tells a Tribe that is gone from one that could not be read", async () => {
    const one = fakeServer();
    one.server.failure = problem(404, "not-found");
    expect((await opened(memoryStorage(), one)).draft.store.getState().phase).toBe("gone");
    one.server.failure = new ServerUnreachable();
    const { draft } = await opened(memoryStorage(), one);
    expect(draft.store.getState().phase).toBe("failed");
    one.server.failure = null;
    await draft.load();
    expect(draft.store.getState().phase).toBe("ready");
  });
});
