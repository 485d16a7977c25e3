import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listenForStop, type StopSignals } from "../../../src/cli/stop-signals.ts";

let stop: StopSignals;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.spyOn(process, "exit").mockImplementation((() => {}) as never);
  stop = listenForStop();
});
afterEach(() => {
  stop.release();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("listenForStop", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("obeys %s", async (signal) => {
    expect(stop.came()).toBe(false);
    process.emit(signal);
    await stop.first;
    expect(stop.came()).toBe(true);
    expect(process.exit).not.toHaveBeenCalled();
  });

  it("ends at once, with 130, on a second signal", () => {
    process.emit("SIGINT");
    vi.advanceTimersByTime(1000);
    process.emit("SIGINT");
    expect(process.exit).toHaveBeenCalledWith(130);
  });

  it("takes the copy of a Ctrl-C that npm passes on for the same one", () => {
    process.emit("SIGINT");
    vi.advanceTimersByTime(20);
    process.emit("SIGINT");
    expect(process.exit).not.toHaveBeenCalled();
  });
});
