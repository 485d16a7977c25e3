import { describe, expect, it } from "vitest";
import { ServerUnreachable } from "../../../../src/renderer/api/api-problem.ts";
import { SavedObject } from "../../../../src/renderer/saved/saved-object.ts";
import { lonePage } from "./fake-pages.ts";
import { opened, type Thing } from "./fake-saved.ts";

/** A page that sends its edit while it is being closed: the answer comes to nobody. */
async function closed(arrives: boolean) {
  const page = await opened();
  page.saved.edit({ name: "Mine" });
  page.server.hold = new Promise(() => {});
  void page.saved.flush({ keepalive: true });
  if (arrives) page.server.changeElsewhere({ name: "Mine" });
  page.server.hold = null;
  const again = async () => {
    const saved = new SavedObject(page.port, { kept: lonePage(page.storage), delay: 0 });
    await saved.load();
    await saved.flush();
    return saved;
  };
  return { ...page, again };
}
const stateOf = (saved: SavedObject<Thing>) => saved.store.getState().saving.state;

describe("an edit that was sent while its page was closed", () => {
  it("is sent again where nothing has changed: it did not arrive", async () => {
    const { server, again, storage } = await closed(false);
    expect(stateOf(await again())).toBe("saved");
    expect([server.thing.name, server.writes.length, storage.kept.size]).toEqual(["Mine", 1, 0]);
  });

  it("is forgotten where it is there, whatever else has changed since", async () => {
    const { server, again, storage } = await closed(true);
    server.changeElsewhere({ size: 5 });
    expect(stateOf(await again())).toBe("saved");
    expect([server.thing, server.writes, storage.kept.size]).toEqual([{ name: "Mine", size: 5 }, [], 0]);
  });

  it("is never sent over what somebody set back, not on a second visit either", async () => {
    const { server, again } = await closed(true);
    server.changeElsewhere({ name: "Hero" });
    expect(stateOf(await again())).toBe("conflict");
    const second = await again();
    expect([stateOf(second), server.thing.name, server.writes]).toEqual(["conflict", "Hero", []]);
    second.keepMine();
    await second.flush();
    expect([stateOf(second), server.thing.name]).toEqual(["saved", "Mine"]);
  });

  it("counts as sent, too, where its request was on the way already", async () => {
    const { saved, server, port, storage } = await opened();
    server.hold = new Promise(() => {});
    saved.edit({ name: "Mine" });
    void saved.flush();
    void saved.flush({ keepalive: true });
    server.hold = null;
    server.changeElsewhere({ name: "Mine" });
    server.changeElsewhere({ name: "Hero" });
    const again = new SavedObject(port, { kept: lonePage(storage), delay: 0 });
    await again.load();
    await again.flush();
    expect([again.store.getState().saving.state, server.thing.name]).toEqual(["conflict", "Hero"]);
  });

  describe("with more that was typed meanwhile", () => {
    async function closedOver(later: Partial<Thing>) {
      const page = await opened();
      page.server.hold = new Promise(() => {});
      page.saved.edit({ name: "Mine" });
      void page.saved.flush();
      page.saved.edit(later);
      void page.saved.flush({ keepalive: true });
      page.server.hold = null;
      const again = async () => {
        const saved = new SavedObject(page.port, { kept: lonePage(page.storage), delay: 0 });
        await saved.load();
        await saved.flush();
        return [stateOf(saved), page.server.thing];
      };
      return { ...page, again };
    }

    it.each([{ name: "Mine and more" }, { size: 9 }])(
      "sends %o on top of what has arrived",
      async (later) => {
        const { server, again } = await closedOver(later);
        server.changeElsewhere({ name: "Mine" });
        expect(await again()).toEqual(["saved", { name: "Mine", size: 1, ...later }]);
      },
    );

    it("sends all of it where nothing has arrived", async () => {
      const { again } = await closedOver({ size: 9 });
      expect(await again()).toEqual(["saved", { name: "Mine", size: 9 }]);
    });

    it("asks where what had arrived was set back, or may have", async () => {
      const { server, again } = await closedOver({ size: 9 });
      server.changeElsewhere({ name: "Mine" });
      server.changeElsewhere({ name: "Hero" });
      expect(await again()).toEqual(["conflict", { name: "Hero", size: 1 }]);
    });
  });

  it("is a plain edit again in a page that lived on", async () => {
    const { saved, server, state, storage } = await opened();
    saved.edit({ name: "Mine" });
    await saved.flush({ keepalive: true });
    server.failure = new ServerUnreachable();
    saved.edit({ size: 9 });
    await saved.flush();
    server.failure = null;
    server.changeElsewhere({ name: "Theirs" });
    await saved.flush();
    expect([state(), server.thing, storage.kept.size]).toEqual(["saved", { name: "Theirs", size: 9 }, 0]);
  });
});
