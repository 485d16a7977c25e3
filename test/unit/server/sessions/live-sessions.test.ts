import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Problem } from "../../../../src/core/problem.ts";
import type { PersonRef } from "../../../../src/core/refs.ts";
import { LiveSessions } from "../../../../src/server/sessions/live-sessions.ts";

const environment = { spaceId: "spc_1", environment: "development" } as const;
const ana: PersonRef = { kind: "known", id: "ana" };

/** What listeners hear where several servers share the store, which has the mark of the last change of people. */
function listening({ isAway = false } = {}) {
  const store = { mark: 5, isAway };
  const live = new LiveSessions({
    clock: { onChange: () => undefined, mode: "system", now: () => Date.now() },
    log: { watch: async () => () => undefined },
    news: {
      marks: async () => {
        if (store.isAway) throw new Problem("not-ready", "The database can't be reached for the moment.");
        return [store.mark];
      },
      changed: async () => [ana],
    },
  } as unknown as ConstructorParameters<typeof LiveSessions>[0]);
  const heard: (PersonRef | null)[] = [];
  const stop = live.listen(environment, (person) => void heard.push(person));
  return { store, live, heard, stop };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("are told once, and at once, of whom this server changes, though all servers' changes are followed", async () => {
  const { store, live, heard, stop } = listening();
  await vi.advanceTimersByTimeAsync(0);
  store.mark += 1;
  live.onPersonChanged(environment, ana);
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual([ana]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(heard).toEqual([ana]);
  stop();
});

test("are told of it also where nothing is followed yet", () => {
  const { live, heard, stop } = listening();
  live.onPersonChanged(environment, ana);
  expect(heard).toEqual([ana]);
  stop();
});

test("are told again of an event of a server whose clock is ahead, once it counts here", async () => {
  const { live, heard, stop } = listening();
  const act = (time: number) => {
    const matches = [{ selector: "s", time, sequence: 1 }];
    live.onActs(environment, new Map([["ana", { person: ana, at: time, matches }]]));
  };
  act(Date.now());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(heard).toEqual([ana]);
  act(Date.now() + 150);
  await vi.advanceTimersByTimeAsync(150);
  expect(heard).toEqual([ana, ana]);
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toEqual([ana, ana, ana]);
  // What is dated far ahead is not waited for.
  act(Date.now() + 61_000);
  await vi.advanceTimersByTimeAsync(70_000);
  expect(heard).toHaveLength(4);
  stop();
});

test("are told of all servers' changes also where the store was away when they began to listen, and that they may have missed some", async () => {
  const { store, heard, stop } = listening({ isAway: true });
  await vi.advanceTimersByTimeAsync(2_500);
  expect(heard).toEqual([]);
  store.isAway = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(heard).toEqual([null]);
  store.mark += 1;
  await vi.advanceTimersByTimeAsync(500);
  expect(heard).toEqual([null, ana]);
  stop();
});

test("are followed for no longer than somebody listens, also where the store was away at first", async () => {
  const { store, heard, stop } = listening({ isAway: true });
  await vi.advanceTimersByTimeAsync(500);
  stop();
  store.isAway = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(heard).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
