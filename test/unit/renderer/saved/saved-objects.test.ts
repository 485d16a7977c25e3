import { describe, expect, it } from "vitest";
import { ServerUnreachable } from "../../../../src/renderer/api/api-problem.ts";
import { SavedObjects } from "../../../../src/renderer/saved/saved-objects.ts";
import { createServerStore, noteReach } from "../../../../src/renderer/stores/server-store.ts";
import { createSessionStore } from "../../../../src/renderer/stores/session-store.ts";
import { lonePage, memoryStorage } from "./fake-pages.ts";
import { fakeServer, problem } from "./fake-saved.ts";

/** A page on a Space with one thing in it. */
function page({ server, port } = fakeServer({ name: "Hero", size: 1 }), storage = memoryStorage()) {
  const [reach, session, kept] = [createServerStore(), createSessionStore(), lonePage(storage)];
  const all = new SavedObjects({ server: reach, session, kept });
  const told = () => all.store.getState().unsaved.map(({ name, saving }) => [name, saving.state]);
  return { server, port, storage, all, reach, session, kept, told };
}
const notFound = problem(404, "not-found", 'There is no Thing "exp_1" here.');

describe("all saved objects", () => {
  it("say which edits wait, and send them when the server answers again", async () => {
    const { all, port, server, reach, told } = page();
    const saved = all.get(port);
    await saved.load();
    saved.edit({ size: 9 });
    expect(told()).toEqual([]);
    server.failure = new ServerUnreachable();
    noteReach(reach, "lost");
    await saved.flush();
    expect(told()).toEqual([["Hero", "waiting"]]);
    server.failure = null;
    noteReach(reach, "running");
    await expect.poll(told).toEqual([]);
    expect(server.thing.size).toBe(9);
  });

  it("go on where one was signed out, when one is signed in again", async () => {
    const { all, port, server, session, told } = page();
    const saved = all.get(port);
    await saved.load();
    server.failure = problem(401, "unauthenticated", "Sign in.");
    session.setState({ phase: "signed-out" }, true);
    saved.edit({ size: 9 });
    await saved.flush();
    expect(told()).toEqual([["Hero", "waiting"]]);
    server.failure = null;
    session.setState({ phase: "signed-in", me: {} as never }, true);
    await expect.poll(told).toEqual([]);
    expect(server.thing.size).toBe(9);
  });

  it("say what an earlier page left while it cannot even be read, and go on with it then", async () => {
    const before = page();
    const left = before.all.get(before.port);
    await left.load();
    before.server.failure = new ServerUnreachable();
    left.edit({ size: 9 });
    await left.flush();
    const { all, kept, told } = page(before, before.storage);
    await kept.adopt();
    const get = async () => {
      if (before.server.failure !== null) throw before.server.failure;
      return before.server.tagged();
    };
    const saved = all.get({ ...before.port, get });
    await saved.load();
    expect([saved.store.getState().phase, told()]).toEqual(["failed", [["Hero", "waiting"]]]);
    before.server.failure = null;
    await all.flush();
    await all.flush();
    expect([told(), before.server.thing.size, before.storage.kept.size]).toEqual([[], 9, 0]);
  });
});

describe("what was deleted elsewhere", () => {
  it("is gone at once, and keeps what was typed until it is let go", async () => {
    const { all, port, server, told, storage } = page();
    const saved = all.get(port);
    await saved.load();
    server.failure = notFound;
    saved.edit({ name: "Mine" });
    await saved.flush();
    saved.edit({ size: 9 });
    expect(saved.store.getState()).toMatchObject({
      phase: "gone",
      saving: { state: "gone", edit: { name: "Mine", size: 9 }, base: { name: "Hero", size: 1 } },
    });
    expect([told(), storage.kept.size]).toEqual([[["Hero", "gone"]], 1]);
    all.letGo(port.key);
    expect([told(), storage.kept.size, saved.store.getState().phase]).toEqual([[], 0, "gone"]);
  });

  it("still shows what was typed on a later visit", async () => {
    const before = page();
    const left = before.all.get(before.port);
    await left.load();
    before.server.failure = new ServerUnreachable();
    left.edit({ name: "Mine" });
    await left.flush();
    const { all, kept, told } = page(before, before.storage);
    await kept.adopt();
    const get = async () => {
      throw notFound;
    };
    await all.get({ ...before.port, get }).load();
    expect(told()).toEqual([["Hero", "gone"]]);
  });
});
