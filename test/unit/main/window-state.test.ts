import { describe, expect, it } from "vitest";
import { defaultSize, visibleBounds } from "../../../src/main/window-state.ts";

const screenAt = (x: number, y: number) => ({ x, y, width: 1920, height: 1040 });
const bounds = (x: number, y: number) => ({ x, y, width: 1000, height: 700 });

describe("visibleBounds", () => {
  it.each([
    ["on the only display", bounds(100, 100), [screenAt(0, 0)], true],
    ["on a second display, left of the first", bounds(-1800, 20), [screenAt(0, 0), screenAt(-1920, 0)], true],
    ["on a display that is gone", bounds(-1800, 20), [screenAt(0, 0)], false],
    ["with a strip too narrow to grab", bounds(1900, 100), [screenAt(0, 0)], false],
    ["with its title bar above the display", bounds(100, -300), [screenAt(0, 0)], false],
  ])("%s", (_name, saved, displays, kept) => {
    expect(visibleBounds({ bounds: saved, maximized: false }, displays)).toEqual(kept ? saved : defaultSize);
  });
});
