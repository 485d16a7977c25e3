import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ServerUnreachable } from "../../../../src/renderer/api/api-problem.ts";
import { SavedObject } from "../../../../src/renderer/saved/saved-object.ts";
import { lonePage } from "./fake-pages.ts";
import { opened, problem, type Thing } from "./fake-saved.ts";

describe("SavedObject", () => {
  it("shows an edit at once and sends it", async () => {
    const { saved, server, shown, state, storage } = await opened();
    saved.edit({ name: "Banner" });
    expect([shown()?.name, state(), storage.kept.size]).toEqual(["Banner", "saving", 1]);
    await saved.flush();
    expect([server.thing.name, state(), storage.kept.size]).toEqual(["Banner", "saved", 0]);
  });

  it("sends edits made meanwhile after the one that is on its way, in order", async () => {
    const { saved, server, state } = await opened();
    let release = () => {};
    server.hold = new Promise((resolve) => {
      release = resolve;
    });
    saved.edit({ name: "A" });
    const flushed = saved.flush();
    saved.edit({ name: "B", size: 2 });
    release();
    await flushed;
    await saved.flush();
    expect(server.writes).toEqual([{ name: "A" }, { name: "B", size: 2 }]);
    expect(state()).toBe("saved");
  });

  it("writes at once and in order, also what has not been read, and keeps what an earlier visit left", async () => {
    const before = await opened();
    before.server.failure = new ServerUnreachable();
    before.saved.edit({ size: 9 });
    await before.saved.flush();
    before.server.failure = null;
    const kept = lonePage(before.storage);
    await kept.adopt();
    const { server, port } = before;
    const saved = new SavedObject<Thing>({ ...port, byHand: { onSaved: () => {} } }, { kept });
    await Promise.all([saved.write({ name: "First" }), saved.write({ name: "Second" })]);
    expect(server.writes).toEqual([{ name: "First" }, { name: "Second" }]);
    expect([saved.store.getState().value, kept.keys()]).toEqual([{ name: "Second", size: 9 }, [port.key]]);
  });

  it("writes over nothing that an earlier visit left where the first read of it failed", async () => {
    const before = await opened();
    before.server.failure = new ServerUnreachable();
    before.saved.edit({ size: 9 });
    await before.saved.flush();
    before.server.failure = null;
    const kept = lonePage(before.storage);
    await kept.adopt();
    const { server, port } = before;
    let reads = 0;
    const get = async () => {
      reads += 1;
      if (reads === 1) throw new ServerUnreachable();
      return port.get();
    };
    const saved = new SavedObject<Thing>({ ...port, get }, { kept, delay: 0 });
    await saved.write({ name: "New" });
    await saved.flush();
    expect(server.thing).toEqual({ name: "New", size: 9 });
  });

  it("keeps an edit while the server is gone, and sends it afterwards", async () => {
    const { saved, server, shown, state, storage } = await opened();
    server.failure = new ServerUnreachable();
    saved.edit({ size: 7 });
    await saved.flush();
    expect([state(), shown()?.size, server.thing.size, storage.kept.size]).toEqual(["waiting", 7, 1, 1]);
    server.failure = null;
    await saved.flush();
    expect([state(), server.thing.size, storage.kept.size]).toEqual(["saved", 7, 0]);
  });

  it("goes on with an edit that a closed tab left", async () => {
    const before = await opened();
    before.server.failure = new ServerUnreachable();
    before.saved.edit({ size: 9 });
    await before.saved.flush();
    before.server.failure = null;
    const after = new SavedObject<Thing>(before.port, { kept: lonePage(before.storage), delay: 0 });
    await after.load();
    expect(after.store.getState().value?.size).toBe(9);
    await after.flush();
    expect(before.server.thing.size).toBe(9);
  });

  it("asks which version stays when a left edit meets a newer object", async () => {
    const before = await opened();
    before.server.failure = new ServerUnreachable();
    before.saved.edit({ size: 9 });
    await before.saved.flush();
    before.server.failure = null;
    before.server.changeElsewhere({ size: 5 });
    const after = new SavedObject<Thing>(before.port, { kept: lonePage(before.storage), delay: 0 });
    await after.load();
    await after.flush();
    expect([after.store.getState().saving.state, before.server.thing.size]).toEqual(["conflict", 5]);
  });

  it("puts a left edit together with a newer object where something else was changed", async () => {
    const before = await opened();
    before.server.failure = new ServerUnreachable();
    before.saved.edit({ size: 9 });
    await before.saved.flush();
    before.server.failure = null;
    before.server.changeElsewhere({ name: "Theirs" });
    const after = new SavedObject<Thing>(before.port, { kept: lonePage(before.storage), delay: 0 });
    await after.load();
    await after.flush();
    expect(before.server.thing).toEqual({ name: "Theirs", size: 9 });
    expect(after.store.getState().saving.state).toBe("saved");
  });

  it("takes a refused edit back with the reason, and shows it again on request", async () => {
    const { saved, server, shown, state } = await opened();
    server.failure = problem(409, "conflict", "The key is taken.");
    saved.edit({ name: "Banner" });
    await saved.flush();
    expect([state(), shown()?.name]).toEqual(["refused", "Hero"]);
    expect(saved.store.getState().saving).toMatchObject({ reason: "The key is taken." });
    server.failure = null;
    saved.tryAgain();
    await saved.flush();
    expect(server.thing.name).toBe("Banner");
  });

  /** A is on its way while B is made; then the server refuses A, and has an answer for B. */
  async function refusedWhile(a: Partial<Thing>, b: Partial<Thing>, answers: readonly Error[] = []) {
    const page = await opened();
    let answer = () => {};
    page.server.hold = new Promise((resolve) => {
      answer = resolve;
    });
    page.server.failing = [problem(409, "conflict", "The key is taken."), ...answers];
    page.saved.edit(a);
    const flushed = page.saved.flush();
    await expect.poll(() => page.server.tries).toBe(1);
    page.saved.edit(b);
    answer();
    await flushed;
    return page;
  }

  it("takes back alone what was refused: what was edited meanwhile is kept and saved, and the refusal is told", async () => {
    const { saved, server, shown, storage } = await refusedWhile({ name: "Banner" }, { size: 9 });
    const refused = { state: "refused", reason: "The key is taken.", edit: { name: "Banner" } };
    expect(saved.store.getState().saving).toMatchObject(refused);
    expect([server.thing, shown(), storage.kept.size]).toEqual([
      { name: "Hero", size: 9 },
      { name: "Hero", size: 9 },
      0,
    ]);
    saved.tryAgain();
    await saved.flush();
    expect([server.thing, saved.store.getState().saving.state]).toEqual([
      { name: "Banner", size: 9 },
      "saved",
    ]);
  });

  it("sends what took the place of the refused", async () => {
    const { server, shown, state } = await refusedWhile({ name: "Banner" }, { name: "Poster" });
    expect([server.thing.name, shown()?.name, state()]).toEqual(["Poster", "Poster", "saved"]);
  });

  it("keeps in the browser what was edited meanwhile, where the server is gone after the refusal", async () => {
    const gone = [new ServerUnreachable()];
    const { saved, server, storage, state } = await refusedWhile({ name: "Banner" }, { size: 9 }, gone);
    expect(state()).toBe("waiting");
    expect([...storage.kept.values()].map((text) => JSON.parse(text).edit)).toEqual([{ size: 9 }]);
    await saved.flush();
    expect([server.thing, state()]).toEqual([{ name: "Hero", size: 9 }, "refused"]);
  });

  it("tells all that was refused, and brings back all of it", async () => {
    const again = [problem(400, "invalid", "Too big.")];
    const { saved, server, shown } = await refusedWhile({ name: "Banner" }, { size: 9 }, again);
    const { saving } = saved.store.getState();
    expect([saving, shown()]).toMatchObject([
      { state: "refused", reason: "Too big.", edit: { name: "Banner", size: 9 } },
      { name: "Hero", size: 1 },
    ]);
    saved.tryAgain();
    await saved.flush();
    expect(server.thing).toEqual({ name: "Banner", size: 9 });
  });

  it("never sends what cannot be right, and keeps it as typed", async () => {
    const { saved, server, shown, state } = await opened();
    saved.edit({ name: "" });
    await saved.flush();
    expect([state(), shown()?.name, server.writes]).toEqual(["invalid", "", []]);
    saved.edit({ name: "Right" });
    await saved.flush();
    expect([state(), server.thing.name]).toEqual(["saved", "Right"]);
  });

  const choices: [string, (saved: SavedObject<Thing>) => void, Thing][] = [
    ["keeping mine", (saved) => saved.keepMine(), { name: "Mine", size: 5 }],
    ["taking theirs", (saved) => saved.takeTheirs(), { name: "Theirs", size: 5 }],
  ];
  it.each(choices)("ends a conflict by %s", async (_name, choose, want) => {
    const { saved, server, shown, state } = await opened();
    server.changeElsewhere({ name: "Theirs", size: 5 });
    saved.edit({ name: "Mine" });
    await saved.flush();
    expect(saved.store.getState().saving).toMatchObject({ state: "conflict", theirs: { name: "Theirs" } });
    choose(saved);
    await saved.flush();
    expect([state(), shown(), server.thing]).toEqual(["saved", want, want]);
  });

  it("keeps both where something else was changed elsewhere, without a question", async () => {
    const { saved, server, shown, state, storage } = await opened();
    server.changeElsewhere({ name: "Theirs" });
    saved.edit({ size: 9 });
    await saved.flush();
    const both = { name: "Theirs", size: 9 };
    expect([state(), shown(), server.thing, storage.kept.size]).toEqual(["saved", both, both, 0]);
  });

  it("asks where the same was changed elsewhere, however often something else was", async () => {
    const { saved, server, state } = await opened();
    server.changeElsewhere({ name: "Theirs" });
    server.changeElsewhere({ size: 5 });
    saved.edit({ size: 9 });
    await saved.flush();
    expect([state(), server.thing]).toEqual(["conflict", { name: "Theirs", size: 5 }]);
  });

  it("takes a newer version from a list, but never over an edit", async () => {
    const { saved, shown } = await opened();
    saved.offer({ name: "Newer", size: 1 }, '"2"');
    expect(shown()?.name).toBe("Newer");
    saved.edit({ name: "Mine" });
    saved.offer({ name: "Newest", size: 1 }, '"3"');
    expect(shown()?.name).toBe("Mine");
  });

  it("shows what a list had meanwhile once its own edit is let go", async () => {
    const { saved, server, shown } = await opened();
    saved.edit({ name: "" });
    saved.offer({ name: "Newer", size: 1 }, '"2"');
    expect(shown()?.name).toBe("");
    saved.takeTheirs();
    expect(shown()?.name).toBe("Newer");
    // What was taken meanwhile is newer than that.
    saved.edit({ name: "Mine" });
    saved.offer({ name: "Newest", size: 1 }, '"3"');
    server.changeElsewhere({ name: "Newest" });
    server.changeElsewhere({ name: "Newest", size: 2 });
    await saved.flush();
    saved.takeTheirs();
    expect(shown()?.size).toBe(2);
  });

  it("shows a version that was brought back, by itself where a list has it, but not one that is late", async () => {
    const { saved, server, shown } = await opened();
    saved.edit({ name: "Mine" });
    await saved.flush();
    saved.offer({ name: "Hero", size: 1 }, '"1"');
    expect(shown()?.name).toBe("Mine");
    // A restore: what it is has the tag that it had.
    Object.assign(server, { thing: { name: "Hero", size: 1 }, version: 1 });
    await saved.load();
    expect(shown()?.name).toBe("Hero");
    saved.edit({ name: "Mine again" });
    await saved.flush();
    Object.assign(server, { thing: { name: "Hero", size: 1 }, version: 1 });
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    saved.offer({ name: "Hero", size: 1 }, '"1"');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(shown()?.name).toBe("Hero");
  });

  it("does not take a version that was read before its own edit was saved", async () => {
    const { server, port } = await opened();
    const late = { answer: server.thing, etag: '"1"' };
    let answer: (read: typeof late) => void = () => {};
    let get = async () => server.tagged();
    const saved = new SavedObject<Thing>({ ...port, get: () => get() }, { kept: lonePage(), delay: 0 });
    await saved.load();
    get = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const loading = saved.load();
    saved.edit({ name: "Mine" });
    await saved.flush();
    answer(late);
    await loading;
    expect(saved.store.getState().value?.name).toBe("Mine");
  });

  it("says that it is gone", async () => {
    const { port } = await opened();
    const get = async () => {
      throw problem(404, "not-found", "There is none.");
    };
    const saved = new SavedObject<Thing>({ ...port, get }, { kept: lonePage(), delay: 0 });
    await saved.load();
    expect(saved.store.getState().phase).toBe("gone");
  });
});
