import { readFileSync, writeFileSync } from "node:fs";
import type { Rectangle } from "electron";

/** Where the window was, in device-independent pixels. */
export interface WindowState {
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

/** The bounds to open with: the saved ones where they still lie on a display, else the default size, centred. */
export function visibleBounds(
  state: WindowState | null,
  workAreas: readonly Rectangle[],
): Partial<Rectangle> {
  if (state === null) return defaultSize;
  const visible = workAreas.some((area) => overlaps(area, state.bounds));
  return visible ? state.bounds : defaultSize;
}

function overlaps(area: Rectangle, bounds: Rectangle): boolean {
  const across = Math.min(area.x + area.width, bounds.x + bounds.width) - Math.max(area.x, bounds.x);
  const down = Math.min(area.y + area.height, bounds.y + bounds.height) - Math.max(area.y, bounds.y);
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
