import { expect, test } from "vitest";
import { oneAtATime } from "../../../src/server/one-at-a-time.ts";

test("who asks meanwhile waits for one that begins after they asked, and for no later one", async () => {
  const ends: (() => void)[] = [];
  const look = oneAtATime(() => new Promise((resolve) => void ends.push(resolve)));
  const said: string[] = [];
  const first = look().then(() => said.push("first"));
  const second = look().then(() => said.push("second"));
  const shared = look().then(() => said.push("shared"));
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await first;
  await expect.poll(() => ends.length).toBe(2);
  void look();
  ends[1]?.();
  await Promise.all([second, shared]);
  expect(said).toEqual(["first", "second", "shared"]);
});

test("one that fails is told to those who asked for it; the next one begins all the same", async () => {
  let times = 0;
  const look = oneAtATime(async () => {
    times += 1;
    if (times === 1) throw new Error("away");
  });
  const [first, second] = await Promise.allSettled([look(), look()]);
  expect([first.status, second.status, times]).toEqual(["rejected", "fulfilled", 2]);
});
