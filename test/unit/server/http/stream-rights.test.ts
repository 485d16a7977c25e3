import { EventEmitter } from "node:events";
import type { Response } from "express";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StreamRights } from "../../../../src/server/http/stream-rights.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A download that is under way. */
class Download extends EventEmitter {
  destroyed = false;

  getHeader(): string {
    return "application/x-ndjson";
  }

  destroy(): void {
    this.destroyed = true;
    this.emit("close");
  }
}

test("a right that time ends is noticed within seconds, also where the clock is set back", () => {
  const documents = [{}];
  const rights = new StreamRights(() => documents);
  const download = new Download();
  let isOver = false;
  rights.hold(download as unknown as Response, () => {
    if (isOver) throw new Error("it has expired");
  });
  vi.advanceTimersByTime(6_000);
  vi.setSystemTime(Date.now() - 3_600_000);
  isOver = true;
  vi.advanceTimersByTime(6_000);
  expect(download.destroyed).toBe(true);
});
