import { readFileSync, writeFileSync } from "node:fs";
import type { Rectangle } from "electron";

/** Where the window was, in device-independent pixels. */
interface WindowState {
  readonly bounds: Rectangle;
  readonly maximized: boolean;
}

export const defaultSize = { width: 1280, height: 832 } as const;
/** So much of the window must lie on a display to be found and dragged again. */
const visiblePixels = 80;

/** The saved state; null where there is none, or it cannot be read: then the window opens as on the first day. */
export function readWindowState(path: string): WindowState | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isWindowState(value) ? value : null;
  } catch {
    return null;
  }
}

/** Keeps the state for the next start. Losing it is no reason to bother anybody. */
export function writeWindowState(path: string, state: WindowState): void {
  try {
    writeFileSync(path, JSON.stringify(state));
  } catch {
    // e.g. a full disk
  }
}

/**
 * The bounds to open with: the saved ones where they still lie on a display, else the default size, centred. No larger than
 * that display: what is beyond its edges could not be reached.
 */
export function visibleBounds(
  state: WindowState | null,
  workAreas: readonly Rectangle[],
): Partial<Rectangle> {
  const [first] = workAreas;
  const smallest = first === undefined ? defaultSize : sizeWithin(defaultSize, first);
  if (state === null) return smallest;
  const { bounds } = state;
  const [area] = workAreas
    .filter((one) => overlaps(one, bounds))
    .sort((one, other) => sharedPixels(other, bounds) - sharedPixels(one, bounds));
  return area === undefined ? smallest : boundsWithin(bounds, area);
}

type Size = Pick<Rectangle, "width" | "height">;
const sizeWithin = ({ width, height }: Size, area: Size): Size => ({
  width: Math.min(width, area.width),
  height: Math.min(height, area.height),
});

/** One that is cut begins where its display does. */
function boundsWithin(bounds: Rectangle, area: Rectangle): Rectangle {
  return {
    ...sizeWithin(bounds, area),
    x: bounds.width > area.width ? area.x : bounds.x,
    y: bounds.height > area.height ? area.y : bounds.y,
  };
}

function shared(area: Rectangle, bounds: Rectangle): Size {
  return {
    width: Math.min(area.x + area.width, bounds.x + bounds.width) - Math.max(area.x, bounds.x),
    height: Math.min(area.y + area.height, bounds.y + bounds.height) - Math.max(area.y, bounds.y),
  };
}

function sharedPixels(area: Rectangle, bounds: Rectangle): number {
  const { width, height } = shared(area, bounds);
  return width * height;
}

function overlaps(area: Rectangle, bounds: Rectangle): boolean {
  const { width: across, height: down } = shared(area, bounds);
  // The title bar is what one drags: a window whose top is above the display is lost too.
  return across >= visiblePixels && down >= visiblePixels && bounds.y >= area.y;
}

function isWindowState(value: unknown): value is WindowState {
  if (!isRecord(value) || typeof value.maximized !== "boolean" || !isRecord(value.bounds)) return false;
  const { x, y, width, height } = value.bounds;
  return [x, y, width, height].every(Number.isInteger) && Number(width) > 0 && Number(height) > 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
