import { expect, it } from "vitest";
import { inMoveOrder } from "../../../../../src/core/codegen/folder/move-order.ts";

const written = (path: string) => ({ path, text: "new" });
const gone = (path: string) => ({ path, text: null });

it.each([
  ["old files go after the new ones", [gone("old.ts"), written("new.ts")], ["new.ts", "old.ts"]],
  [
    "one that is called almost like a new one goes before it",
    [written("Hero.ts"), gone("old.ts"), gone("hero.ts")],
    ["hero.ts", "Hero.ts", "old.ts"],
  ],
  [
    "one that is in the place of a new one's folder goes before it",
    [written("src/Hero/index.ts"), gone("src/hero")],
    ["src/hero", "src/Hero/index.ts"],
  ],
])("%s", (_, moves, order) => {
  expect(inMoveOrder(moves).map(({ path }) => path)).toEqual(order);
});
