import { describe, expect, it, vi } from "vitest";
import type { Tribe } from "../../../../src/core/tribe.ts";
import { ServerUnreachable } from "../../../../src/renderer/api/api-problem.ts";
import type { Console } from "../../../../src/renderer/app/create-console.ts";
import { stepsOf } from "../../../../src/renderer/saved/edit-history.ts";
import { isEdited } from "../../../../src/renderer/saved/HandSave.tsx";
import { SavedObjects } from "../../../../src/renderer/saved/saved-objects.ts";
import { createServerStore, noteReach } from "../../../../src/renderer/stores/server-store.ts";
import { createSessionStore } from "../../../../src/renderer/stores/session-store.ts";
import { createToastsStore } from "../../../../src/renderer/stores/toasts-store.ts";
import { emptyContent, tribeKey, tribePort } from "../../../../src/renderer/tribes/tribe-draft.ts";
import { tribeOf } from "../../../helpers/targeting.ts";
import { lonePage, memoryStorage } from "../saved/fake-pages.ts";
import { problem } from "../saved/fake-saved.ts";

/** A server of Tribes whose versions grow with each change. */
function fakeServer() {
  const server = {
    tribe: tribeOf("fans", { label: "a" }),
    made: [] as Tribe[],
    version: 1,
    failure: null as Error | null,
    held: null as Promise<void> | null,
    writes: 0,
    change: (edit: object) => {
      server.tribe = { ...server.tribe, ...(JSON.parse(JSON.stringify(edit)) as Partial<Tribe>) };
      server.version += 1;
    },
    hold: () => {
      let letGo = () => {};
      server.held = new Promise((resolve) => {
        letGo = resolve;
      });
      return letGo;
    },
  };
  const tagged = () => ({ answer: server.tribe, etag: `"${server.version}"` });
  const routes = {
    getTribe: () => tagged(),
    updateTribe: ({ body, ifMatch }: { readonly body: Partial<Tribe>; readonly ifMatch?: string }) => {
      if (ifMatch !== `"${server.version}"`) throw problem(412, "stale", "It was changed since.");
      server.change(body);
      return tagged();
    },
    createTribe: ({ body }: { readonly body: Partial<Tribe> }) => {
      server.made.push({ ...server.tribe, ...body, id: `trb_made_${server.made.length}` });
      return { answer: server.made.at(-1), etag: '"1"' };
    },
  };
  const exchange = async (route: keyof typeof routes, input: never) => {
    if (route !== "getTribe") {
      server.writes += 1;
      await server.held;
    }
    if (server.failure !== null) throw server.failure;
    return routes[route](input);
  };
  return { server, client: { exchange } };
}

/** A page on the Tribe; on a new one where `id` is null. */
async function opened({
  storage = memoryStorage(),
  of = fakeServer(),
  id = "trb_fans" as string | null,
}: Partial<{
  storage: ReturnType<typeof memoryStorage>;
  of: ReturnType<typeof fakeServer>;
  id: string | null;
}> = {}) {
  const [reach, session, kept, toasts] = [
    createServerStore(),
    createSessionStore(),
    lonePage(storage),
    createToastsStore(),
  ];
  const saved = new SavedObjects({ server: reach, session, kept });
  const console = { client: of.client, saved, toasts, tribes: { keep: vi.fn() } } as unknown as Console;
  const draft = saved.get(tribePort(console, "spc_1", id));
  await draft.load();
  return {
    ...of,
    of,
    storage,
    reach,
    session,
    console,
    draft,
    steps: stepsOf(draft),
    shown: () => draft.store.getState().value?.rules,
    state: () => draft.store.getState().saving.state,
    edited: () => isEdited(draft.store.getState()),
    told: () => toasts.getState().toasts.map(({ text }) => text),
    unsaved: () => saved.store.getState().unsaved.map(({ saving }) => saving.state),
  };
}
const mine = { label: "mine" };
const theirs = { label: "theirs" };

describe("a Tribe's draft", () => {
  it("stays here until it is saved, and is forgotten then", async () => {
    const { server, draft, storage, edited, told } = await opened();
    draft.edit({ rules: mine });
    await draft.flush();
    expect([server.tribe.rules, edited(), storage.kept.size]).toEqual([{ label: "a" }, true, 1]);
    await draft.save();
    expect([server.tribe.rules, edited(), storage.kept.size]).toEqual([mine, false, 0]);
    expect(told()).toEqual(["Saved “fans”"]);
  });

  it("outlives the page, and is not saved by that", async () => {
    const first = await opened();
    first.draft.edit({ rules: mine });
    const again = await opened(first);
    expect([again.shown(), again.state(), first.server.writes]).toEqual([mine, "edited", 0]);
  });

  it("undoes and redoes step by step, and is no edit where it came back to", async () => {
    const { steps, shown, edited, storage } = await opened();
    steps.edit({ rules: mine });
    steps.edit({ rules: theirs });
    steps.undo();
    expect(shown()).toEqual(mine);
    steps.redo();
    expect(shown()).toEqual(theirs);
    for (let step = 0; step < 3; step += 1) steps.undo();
    expect([shown(), edited(), storage.kept.size]).toEqual([{ label: "a" }, false, 0]);
    steps.redo();
    steps.edit({ audience: "users" });
    expect(steps.history.store.getState().canRedo).toBe(false);
  });

  it("undoes its own step alone, after a colleague has saved something else", async () => {
    const { server, draft, steps } = await opened();
    steps.edit({ rules: mine });
    await draft.save();
    server.change({ audience: "users" });
    await draft.load();
    steps.undo();
    await draft.save();
    expect(server.tribe).toMatchObject({ rules: { label: "a" }, audience: "users" });
  });

  it("keeps the edit while the server is gone, and saves it when it is back, whatever page is shown", async () => {
    const { draft, server, reach, state, storage, unsaved, told } = await opened();
    draft.edit({ rules: mine });
    server.failure = new ServerUnreachable();
    noteReach(reach, "lost");
    await draft.save();
    expect([state(), storage.kept.size, unsaved()]).toEqual(["waiting", 1, ["waiting"]]);
    server.failure = null;
    noteReach(reach, "running");
    await expect.poll(state).toBe("saved");
    expect([server.tribe.rules, unsaved(), told()]).toEqual([mine, [], ["Saved “fans”"]]);
  });

  it("that waits is saved by the next page, too", async () => {
    const first = await opened();
    first.draft.edit({ rules: mine });
    first.server.failure = new ServerUnreachable();
    await first.draft.save();
    first.server.failure = null;
    const again = await opened(first);
    await expect.poll(again.state).toBe("saved");
    expect(first.server.tribe.rules).toEqual(mine);
  });

  it.each([503, 401])("is neither refused nor lost after a %i, and goes on", async (status) => {
    const { draft, server, session, state, shown, storage } = await opened();
    draft.edit({ rules: mine });
    server.failure = problem(status, "no", "No.");
    await draft.save();
    expect([state(), shown(), storage.kept.size]).toEqual(["waiting", mine, 1]);
    server.failure = null;
    session.setState({ phase: "signed-in", me: {} as never }, true);
    await expect.poll(state).toBe("saved");
  });

  it("waits for the server with what was to be saved, not with what is changed after that", async () => {
    const { draft, server, state } = await opened();
    draft.edit({ rules: mine });
    server.failure = new ServerUnreachable();
    await draft.save();
    draft.edit({ rules: theirs });
    server.failure = null;
    await draft.flush();
    expect([state(), server.tribe.rules]).toEqual(["edited", { label: "a" }]);
  });

  it("is no question against what it saved itself: what was edited meanwhile is still edited", async () => {
    const { draft, server, state, shown } = await opened();
    draft.edit({ rules: mine });
    const letGo = server.hold();
    const saving = draft.save();
    draft.edit({ rules: theirs });
    letGo();
    await saving;
    expect([state(), shown(), server.tribe.rules]).toEqual(["edited", theirs, mine]);
    await draft.load();
    expect(state()).toBe("edited");
    await draft.save();
    expect([state(), server.tribe.rules]).toEqual(["saved", theirs]);
  });

  it("is no question where what is saved elsewhere is the same, or was saved here and nobody heard", async () => {
    const first = await opened();
    first.draft.edit({ rules: mine });
    first.server.change({ rules: mine });
    await first.draft.save();
    expect([first.state(), first.edited(), first.storage.kept.size]).toEqual(["saved", false, 0]);
    const closed = await opened();
    closed.draft.edit({ rules: mine });
    closed.server.change({ rules: mine });
    const again = await opened(closed);
    expect([again.state(), again.edited(), again.storage.kept.size]).toEqual(["saved", false, 0]);
  });

  it("is kept when its Tribe turns out to be deleted", async () => {
    const { draft, server, shown, edited, storage } = await opened();
    draft.edit({ rules: mine });
    server.failure = problem(404, "not-found", "There is none.");
    await draft.save();
    expect([draft.store.getState().phase, edited()]).toEqual(["gone", true]);
    expect([shown(), storage.kept.size]).toEqual([mine, 1]);
  });

  it("says why it was refused until the rule is another, and takes nothing back", async () => {
    const { draft, server, state, shown } = await opened();
    server.failure = problem(409, "cycle", "It would hold itself.");
    draft.edit({ rules: mine });
    await draft.save();
    const refused = { state: "refused", reason: "It would hold itself." };
    expect([draft.store.getState().saving, shown()]).toMatchObject([refused, mine]);
    server.failure = null;
    await draft.flush();
    expect(state()).toBe("refused");
    draft.edit({ rules: theirs });
    expect(state()).toBe("edited");
  });

  it("goes over theirs where that is chosen", async () => {
    const { draft, server, state, shown } = await opened();
    draft.edit({ rules: mine });
    server.change({ rules: theirs });
    await draft.save();
    expect([state(), server.tribe.rules, shown()]).toEqual(["conflict", theirs, mine]);
    draft.keepMine();
    await expect.poll(state).toBe("saved");
    expect([server.tribe.rules, shown()]).toEqual([mine, mine]);
  });

  it("gives way to theirs where that is chosen, and comes back by an undo", async () => {
    const { draft, server, steps, state, shown } = await opened();
    steps.edit({ rules: mine });
    server.change({ rules: theirs });
    await draft.save();
    steps.takeTheirs();
    expect([state(), server.tribe.rules, shown()]).toEqual(["saved", theirs, theirs]);
    steps.undo();
    expect([state(), shown()]).toEqual(["edited", mine]);
  });

  it("is a choice where both changed the rule, however little of it", async () => {
    const { draft, server, state } = await opened();
    server.change({ rules: { all: [mine] } });
    await draft.load();
    draft.edit({ rules: { any: [mine] } });
    server.change({ rules: { not: { all: [mine] } } });
    await draft.save();
    expect(state()).toBe("conflict");
  });

  it("is a choice where an edit of an earlier visit was made on another version", async () => {
    const first = await opened();
    first.draft.edit({ rules: mine });
    first.server.change({ rules: theirs });
    const again = await opened(first);
    expect([again.state(), again.shown()]).toEqual(["conflict", mine]);
    again.draft.keepMine();
    await expect.poll(() => first.server.tribe.rules).toEqual(mine);
  });

  it("is saved with what else was changed elsewhere, and renamed whatever is edited", async () => {
    const { draft, server, state } = await opened();
    draft.edit({ rules: mine });
    server.change({ name: "Renamed elsewhere" });
    await draft.save();
    expect([state(), server.tribe.name, server.tribe.rules]).toEqual(["saved", "Renamed elsewhere", mine]);
    draft.edit({ rules: theirs });
    server.change({ audience: "users" });
    await draft.write({ name: "Renamed here" });
    expect([server.tribe.name, server.tribe.rules]).toEqual(["Renamed here", mine]);
    expect(draft.store.getState()).toMatchObject({
      value: { name: "Renamed here", audience: "users", rules: theirs },
      saving: { state: "edited" },
    });
  });

  it("tells a Tribe that is gone from one that could not be read", async () => {
    const of = fakeServer();
    of.server.failure = problem(404, "not-found", "There is none.");
    expect((await opened({ of })).draft.store.getState().phase).toBe("gone");
    of.server.failure = new ServerUnreachable();
    const { draft } = await opened({ of });
    expect(draft.store.getState().phase).toBe("failed");
    of.server.failure = null;
    await draft.load();
    expect(draft.store.getState().phase).toBe("ready");
  });
});

describe("a new Tribe", () => {
  it("is made once it is saved; the next new one is empty", async () => {
    const page = await opened({ id: null });
    page.draft.edit({ name: "Fans" });
    page.draft.edit({ rules: mine });
    await page.draft.save();
    expect(page.server.made).toMatchObject([{ name: "Fans", audience: "everyone", rules: mine }]);
    const next = page.console.saved.get(tribePort(page.console, "spc_1", null));
    await next.load();
    expect([next.store.getState().value, page.storage.kept.size]).toMatchObject([emptyContent, 0]);
  });

  it("keeps what was edited while it was made, as an edit of what was made", async () => {
    const { draft, server, console, storage } = await opened({ id: null });
    draft.edit({ name: "Fans" });
    const letGo = server.hold();
    const saving = draft.save();
    draft.edit({ rules: mine });
    letGo();
    await saving;
    const made = console.saved.get(tribePort(console, "spc_1", "trb_made_0"));
    expect(made.store.getState()).toMatchObject({ value: { rules: mine }, saving: { state: "edited" } });
    expect([...storage.kept.keys()]).toEqual([expect.stringContaining(tribeKey("spc_1", "trb_made_0"))]);
  });

  it("is not saved twice by itself where nobody heard the answer", async () => {
    const { draft, server, state } = await opened({ id: null });
    draft.edit({ name: "Fans", rules: mine });
    server.failure = new ServerUnreachable();
    await draft.save();
    expect(state()).toBe("refused");
    server.failure = null;
    await draft.flush();
    await draft.flush({ keepalive: true });
    expect([state(), server.made]).toEqual(["refused", []]);
    server.failure = problem(503, "busy", "Busy.");
    await draft.save();
    expect(state()).toBe("waiting");
    server.failure = null;
    await draft.flush({ keepalive: true });
    expect(server.made).toEqual([]);
    await draft.flush();
    expect(server.made.length).toBe(1);
  });
});
