import { expect, it } from "vitest";
import { oneByOne } from "../../../src/server/in-turns.ts";

/** Keeps the thread for so long, in ms. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it("lets others have their turn in between, and makes something of each in order", async () => {
  const order: (number | string)[] = [];
  setImmediate(() => order.push("others"));
  const made = await oneByOne([1, 2, 3, 4, 5, 6], (one) => {
    work(5);
    order.push(one);
    return one * 10;
  });
  expect(made).toEqual([10, 20, 30, 40, 50, 60]);
  expect(order).toHaveLength(7);
  expect(order.indexOf("others")).toBeLessThan(order.indexOf(6));
});
