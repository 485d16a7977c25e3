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

  it.each([
    ["wider", { x: 50, y: 20, width: 3000, height: 700 }, { x: 0, y: 20, width: 1920, height: 700 }],
    ["higher", { x: 50, y: 20, width: 1000, height: 1300 }, { x: 50, y: 0, width: 1000, height: 1040 }],
    ["both", { x: -9, y: 0, width: 2500, height: 1300 }, { x: 0, y: 0, width: 1920, height: 1040 }],
  ])("is no larger than its display: %s", (_name, saved, want) => {
    expect(visibleBounds({ bounds: saved, maximized: false }, [screenAt(0, 0)])).toEqual(want);
  });

  it("is cut to the display that shows most of it", () => {
    const small = { x: -1000, y: 0, width: 1000, height: 600 };
    const saved = { x: -200, y: 10, width: 1500, height: 900 };
    const displays = [small, screenAt(0, 0)];
    expect(visibleBounds({ bounds: saved, maximized: false }, displays)).toEqual(saved);
    expect(visibleBounds({ bounds: { ...saved, x: -950 }, maximized: false }, displays)).toEqual({
      x: -1000,
      y: 0,
      width: 1000,
      height: 600,
    });
  });

  it("fits a small display on the first day", () => {
    const small = { x: 0, y: 24, width: 1024, height: 720 };
    expect(visibleBounds(null, [small])).toEqual({ width: 1024, height: 720 });
  });
});
