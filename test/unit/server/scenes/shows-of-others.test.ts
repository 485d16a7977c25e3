import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Scene } from "../../../../src/core/scene.ts";
import { noShows, type ShowsDocument, type StageStored } from "../../../../src/core/shows-document.ts";
import type { Caller } from "../../../../src/server/access/caller.ts";
import { remoteRun } from "../../../../src/server/scenes/shared-simulation.ts";
import { Stages } from "../../../../src/server/scenes/stages.ts";
import { Workspace } from "../../../../src/server/workspace/workspace.ts";

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
  const script = [{ title: "Noon", do: [{ clock: "system" }] }];
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
      isShared,
    );
  };
  const leave = (playing: StageStored["playing"]) =>
    workspace.shows.update((draft) => {
      draft.stages[name] = { scene: null, person: null, next: 1, playing };
    });
  const play = async (isShared: boolean) =>
    stages(isShared)
      .play(environment, 1, caller)
      .then(
        ({ next }) => next,
        ({ code }) => code,
      );

  test.each([
    ["in a folder, is over: that process is gone", false, 29_000, 2],
    ["in a folder, is over, whatever its clock said", false, 9e15, 2],
    ["on another server is waited for", true, 29_000, "conflict"],
    ["on another server whose clock is fast is waited for", true, 35_000, "conflict"],
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
    const long = stages(true, () => promise).play(environment, 1, caller);
    const until = () => workspace.shows.data.stages[name]?.playing?.until ?? 0;
    const patiently = { timeout: 10_000, interval: 5 };
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
    const going = remoteRun({ data, update }, name);
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
