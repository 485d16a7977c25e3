import { expect, type Mock, test, vi } from "vitest";
import { Problem } from "../../../../src/core/problem.ts";
import type { Moment } from "../../../../src/core/scene/history.ts";
import { scenePut } from "../../../../src/core/scene.ts";
import { SceneLayer } from "../../../../src/server/scenes/lay-scene.ts";
import { SceneEvents } from "../../../../src/server/scenes/scene-events.ts";

const environment = { spaceId: "spc_a", environment: "development" } as const;
const example = scenePut.parse(scenePut.meta()?.example);

/** Lays a scene of so many people, of whose batches so many are stored, where the Space is gone by then, or it is called off. */
async function breaksOff(count: number, batches: number, calledOff = false) {
  const off = new AbortController();
  const onPersonChanged = vi.fn();
  const onStored = vi.fn();
  const stored = vi.fn();
  const needs = {
    store: {
      users: {
        find: async () => null,
        import: async () => {
          if (stored.mock.calls.length === batches) throw new Problem("read-only", "It takes no changes.");
          stored();
          if (calledOff && stored.mock.calls.length === batches) off.abort({ code: "called-off" });
        },
      },
      log: { after: async () => ({ events: [] }) },
    },
    clock: { now: () => Date.parse("2026-11-20T09:00:00Z") },
    targeting: {
      model: () => {
        throw new Problem("not-found", "The Space is gone.");
      },
    },
    live: { onPersonChanged },
  };
  const layer = new SceneLayer(needs as unknown as ConstructorParameters<typeof SceneLayer>[0]);
  const scene = { ...example, people: { ...example.people, count }, key: "friday" };
  const laid = layer.lay(environment, scene, 1, { onStored, signal: off.signal });
  const code = await laid.catch((error: Problem) => error.code);
  return { code, stored: stored.mock.calls.length, onStored, onPersonChanged };
}

test.each([
  ["once its people are stored", 501, 2, "not-found"],
  ["once some of its people are stored", 501, 1, "read-only"],
  ["where it is called off", 501, 1, "called-off"],
])("a lay that breaks off %s tells those who look", async (_, count, batches, code) => {
  const told = await breaksOff(count, batches, code === "called-off");
  expect(told).toMatchObject({ code, stored: batches });
  expect(told.onPersonChanged.mock.calls).toEqual([[environment, null]]);
  expect(told.onStored).toHaveBeenCalledOnce();
});

test("events of which some can't be stored have ended once none is on its way", async () => {
  let release = () => {};
  const late = new Promise<void>((resolve) => {
    release = resolve;
  });
  const submit = vi
    .fn()
    .mockRejectedValueOnce(new Problem("read-only", "It takes no changes."))
    .mockReturnValueOnce(late);
  const events = sceneEvents(submit);
  await events.add(Array.from({ length: 501 }, (_, index) => ({ ...watched, id: `e${index}` })));
  const ended = vi.fn();
  const end = events.end().catch((error: Problem) => ended(error.code));
  await new Promise(setImmediate);
  expect([submit.mock.calls.length, ended.mock.calls.length]).toEqual([2, 0]);
  release();
  await end;
  expect(ended.mock.calls).toEqual([["read-only"]]);
});

test("tells scenes apart by all that their events say", async () => {
  const hashOf = async (moment: Moment) => {
    const events = sceneEvents(vi.fn().mockResolvedValue(undefined));
    await events.add([moment]);
    await events.end();
    return events.laid().hash;
  };
  const others: Moment[] = [
    { ...watched, id: "e2" },
    { ...watched, time: watched.time + 1 },
    { ...watched, event: "movie/liked" },
    { ...watched, session: "ses_2" },
    { ...watched, experience: "exp_hero" },
    { ...watched, experience: "exp_banner" },
    { ...watched, pairs: [{ key: "genre", value: "drama" }] },
    { ...watched, player: { ...player, id: "ben" } },
    { ...watched, player: { ...player, kind: "visitor" } },
  ];
  const hashes = await Promise.all([watched, watched, ...others].map(hashOf));
  expect(new Set(hashes).size).toBe(1 + others.length);
});

const at = Date.parse("2026-11-20T09:00:00Z");
const player = { kind: "known", id: "ana", name: "Ana", fields: {}, labels: [], platform: "web" } as const;
const watched: Moment = {
  ...{ id: "e1", player, time: at, session: "ses_1" },
  ...{ event: "movie/watched", experience: null, pairs: [] },
};

/** What lays events in `environment`, in batches that `submit` takes. */
function sceneEvents(submit: Mock): SceneEvents {
  const services = { ingest: { submit, isPaused: false } };
  return new SceneEvents(services as unknown as ConstructorParameters<typeof SceneEvents>[0], {
    environment,
    shift: 0,
    at,
  });
}
