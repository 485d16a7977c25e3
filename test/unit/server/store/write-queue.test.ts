import { expect, onTestFinished, test, vi } from "vitest";
import { WriteQueue } from "../../../../src/server/store/postgres/write-queue.ts";

const environment = "spc_1/development";

/** A queue whose groups take no time, by a clock that a test moves. */
function queued(apart: number) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const groups: number[][] = [];
  const queue = new WriteQueue();
  const group = async (_environment: string, asks: readonly number[]) => {
    groups.push([...asks]);
    return asks;
  };
  const add = (ask: number, rows = 1) => queue.add(environment, { group, ask, rows, apart: () => apart });
  return { queue, groups, add };
}

test("groups that are kept apart take along what comes meanwhile; the first waits for nothing", async () => {
  const { groups, add } = queued(8);
  await add(1);
  const later = [add(2), add(3)];
  await vi.advanceTimersByTimeAsync(7);
  later.push(add(4));
  expect(groups).toEqual([[1]]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.all(later)).toEqual([2, 3, 4]);
  await vi.advanceTimersByTimeAsync(8);
  await add(5);
  expect(groups).toEqual([[1], [2, 3, 4], [5]]);
});

test("many rows wait for nobody else; what waits is still done by a queue that closes", async () => {
  const { queue, groups, add } = queued(8);
  await add(1, 60);
  await add(2, 100);
  expect(groups).toEqual([[1], [2]]);
  const last = add(3);
  const closed = queue.close();
  await vi.advanceTimersByTimeAsync(8);
  expect(await last).toBe(3);
  await closed;
});
