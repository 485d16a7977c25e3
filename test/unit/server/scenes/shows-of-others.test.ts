import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Scene } from "../../../../src/core/scene.ts";
import { noShows, type ShowsDocument, type StageStored } from "../../../../src/core/shows-document.ts";
import type { Caller } from "../../../../src/server/access/caller.ts";
import { remoteRun, ToldRun } from "../../../../src/server/scenes/shared-simulation.ts";
import type { SimulationRun } from "../../../../src/server/scenes/simulation-run.ts";
import { Stages } from "../../../../src/server/scenes/stages.ts";
import { Workspace } from "../../../../src/server/workspace/workspace.ts";
import { patience } from "../../../helpers/patience.ts";

const now = Date.parse("2026-11-20T09:00:00Z");
const environment = { spaceId: "spc_a", environment: "development" } as const;
const name = "spc_a/development";
let folder: string;
let workspace: Workspace;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-shows-"));
  workspace = await Workspace.open(folder, now);
  vi.useFakeTimers({ now, toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval", "Date"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

describe("a step that another process began", () => {
  const script = ["Noon", "Evening"].map((title) => ({ title, do: [{ clock: "system" }] }));
  const scene = { key: "crowd", script, people: { named: [] } } as unknown as Scene;
  const caller = { assertOperator: () => undefined } as unknown as Caller;
  const stages = (isShared: boolean, step: () => Promise<void> = async () => undefined) => {
    const scenes = () => ({ find: () => scene, all: () => [scene] });
    const needs = {
      workspace: Object.assign(Object.create(workspace), { scenes }),
      clock: { change: step },
      simulations: { running: () => undefined },
    };
    return new Stages(
      needs as unknown as ConstructorParameters<typeof Stages>[0],
      () => undefined as never,
      isShared ? () => Date.now() : null,
    );
  };
  const leave = (playing: StageStored["playing"]) =>
    workspace.shows.update((draft) => {
      draft.stages[name] = { scene: null, person: null, next: 1, playing };
    });
  const play = async (isShared: boolean) =>
    stages(isShared)
      .play(environment, { step: 1 }, caller)
      .then(
        ({ next }) => next,
        ({ code }) => code,
      );

  test.each([
    ["in a folder, is over: that process is gone", false, 29_000, 2],
    ["in a folder, is over, whatever its clock said", false, 9e15, 2],
    ["on another server is waited for", true, 29_000, "conflict"],
    ["on another server is over without a word", true, -1, 2],
    ["on another server is over where the clock was set back since", true, 3_600_000, 2],
  ])("%s", async (_which, isShared, ahead, outcome) => {
    await leave({ by: "another", until: now + ahead });
    expect(await play(isShared)).toBe(outcome);
  });

  test("holds the Stage for as long as it goes on, and no longer", async () => {
    let resolve: () => void = () => undefined;
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    const long = stages(true, () => promise).play(environment, { step: 1 }, caller);
    const until = () => workspace.shows.data.stages[name]?.playing?.until ?? 0;
    const patiently = { timeout: patience, interval: 5 };
    await vi.waitFor(() => expect(until()).toBeGreaterThan(now), patiently);
    for (let at = 1; at <= 4; at += 1) {
      const before = until();
      await vi.advanceTimersByTimeAsync(10_000);
      await vi.waitFor(() => expect(until()).toBeGreaterThan(before), patiently);
    }
    expect(await play(true)).toBe("conflict");
    resolve();
    expect((await long).next).toBe(2);
    expect(workspace.shows.data.stages[name]?.playing).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("goes on from where the Stage was set meanwhile", async () => {
    const show = stages(true, async () => void (await show.change(environment, { next: 1 })));
    await show.change(environment, { next: 2 });
    expect((await show.play(environment, { step: 2 }, caller)).next).toBe(1);
  });

  test("is told to whoever follows the show here, until they leave", () => {
    let told = 0;
    const leaves = stages(true).follow(() => {
      told += 1;
    });
    workspace.announce({ kind: "shows" });
    expect(told).toBe(1);
    workspace.announce({ kind: "workspace" });
    expect(told).toBe(1);
    leaves();
    workspace.announce({ kind: "shows" });
    expect(told).toBe(1);
  });
});

describe("the end of another server's simulation", () => {
  const told = async (until: number) => {
    const view = {
      scene: "crowd",
      state: "running",
      rate: 1,
    } as unknown as ShowsDocument["simulations"][string]["view"];
    const data: ShowsDocument = {
      ...noShows,
      simulations: { [name]: { id: "run", until, view, wanted: null } },
    };
    const update = async <R>(change: (draft: ShowsDocument) => R) => change(data);
    const going = remoteRun({ data, update }, name, () => Date.now());
    if (going === undefined) throw new Error("none runs");
    const outcome = going.stop().then(
      () => "ended",
      ({ code }) => code,
    );
    return { data, outcome };
  };

  test("is not said before it came: busy, and the wish stays", async () => {
    const { data, outcome } = await told(now + 10_000);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await outcome).toBe("busy");
    expect(data.simulations[name]?.wanted).toEqual({ stop: true });
  });

  test("came where that server says so, or nothing at all any more", async () => {
    const answered = await told(now + 10_000);
    await vi.advanceTimersByTimeAsync(300);
    delete answered.data.simulations[name];
    await vi.advanceTimersByTimeAsync(300);
    expect(await answered.outcome).toBe("ended");
    const gone = await told(Date.now() + 2_000);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await gone.outcome).toBe("ended");
  });
});

describe("a simulation that the other servers are told of", () => {
  type Entry = ShowsDocument["simulations"][string];
  const setUp = () => {
    const said: string[] = [];
    let view = { scene: "crowd", state: "running" } as unknown as Entry["view"];
    // It ends some turns after it was asked to, as one that still sends does.
    const run = {
      view: () => view,
      change: (change: { paused?: boolean }) => {
        said.push(JSON.stringify(change));
        view = { ...view, state: change.paused === true ? "paused" : "running" };
      },
      stop: async () => {
        for (let turn = 0; turn < 20; turn += 1) await null;
        said.push("stopped");
      },
    } as unknown as SimulationRun;
    const data: ShowsDocument = { ...noShows, simulations: {} };
    const disk = { full: false };
    const update = async <R>(change: (draft: ShowsDocument) => R) => {
      for (let turn = 0; turn < 5; turn += 1) await null;
      if (disk.full) throw new Error("no space left");
      return change(data);
    };
    const told = new ToldRun(run, {
      shows: { data, update },
      now: () => Date.now(),
      name,
      onEnd: () => void said.push("ended"),
    });
    const entry = () => data.simulations[name];
    const put = (more: Partial<Entry>) => {
      data.simulations[name] = { id: "another", until: now + 10_000, view, wanted: null, ...more };
    };
    return { told, said, disk, data, entry, put };
  };
  const begun = async () => {
    const all = setUp();
    expect(await all.told.begin()).toBe(true);
    return all;
  };

  test("begins where none of another server goes on", async () => {
    const { told, entry, put } = setUp();
    put({ until: now + 1 });
    expect(await told.begin()).toBe(false);
    expect([entry()?.id, vi.getTimerCount()]).toEqual(["another", 0]);
    put({ until: now });
    expect(await told.begin()).toBe(true);
    expect([entry()?.id === "another", vi.getTimerCount()]).toEqual([false, 1]);
  });

  test("says again and again that it is there, and does what another wants of it once", async () => {
    const { told, said, entry, put } = await begun();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(entry()?.until).toBe(now + 12_000);
    put({ ...entry(), wanted: { paused: true } });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(said).toEqual(['{"paused":true}']);
    expect(entry()).toMatchObject({ until: now + 16_000, wanted: null, view: { state: "paused" } });
    await told.change({ paused: false });
    expect(entry()?.view.state).toBe("running");
  });

  test("heeds at once what is wanted or was taken, and nothing else", async () => {
    const { told, said, entry, put } = await begun();
    const tells = async () => {
      const before = entry()?.until;
      vi.setSystemTime(Date.now() + 1);
      told.heed();
      await vi.advanceTimersByTimeAsync(0);
      return entry()?.until !== before;
    };
    expect(await tells()).toBe(false);
    put({ ...entry(), wanted: { paused: true } });
    expect(await tells()).toBe(true);
    put({});
    await tells();
    expect(said).toEqual(['{"paused":true}', "ended", "stopped"]);
  });

  test("ends where another wants it to: then it is over when it says so, and nothing of it is left", async () => {
    const { told, said, entry, put } = await begun();
    put({ ...entry(), wanted: { stop: true } });
    await told.change({ paused: true });
    expect(said.slice(-2)).toEqual(["ended", "stopped"]);
    expect([entry(), vi.getTimerCount()]).toEqual([undefined, 0]);
  });

  test("ends where another has its place, which it leaves to that one", async () => {
    const { said, entry, put } = await begun();
    put({});
    await vi.advanceTimersByTimeAsync(2_000);
    expect(said).toEqual(["ended", "stopped"]);
    expect([entry()?.id, vi.getTimerCount()]).toEqual(["another", 0]);
  });

  test("goes on while nothing can be written, and ends all the same", async () => {
    const { told, said, disk } = await begun();
    disk.full = true;
    await vi.advanceTimersByTimeAsync(6_000);
    expect(said).toEqual([]);
    await told.stop();
    expect(said).toEqual(["stopped"]);
  });
});
