import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Problem } from "../../../../src/core/problem.ts";
import { followTargeting } from "../../../../src/server/targeting/follow-targeting.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test.each([
  ["a store that is busy", () => new Problem("busy", "The store is busy."), false],
  ["a fault of ours", () => new TypeError("no rules"), true],
])(
  "%s is asked again until it answers; only what is no problem is said in the log",
  async (_, failure, isSaid) => {
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const count = vi.fn().mockRejectedValueOnce(failure()).mockResolvedValue(undefined);
    const completed = vi.fn().mockResolvedValue(undefined);
    const stop = followTargeting({
      workspace: {
        spaces: () => [{ data: { space: { id: "spc_1" } } }],
        findSpace: () => ({}),
        onChange: () => () => {},
      },
      store: { rules: { count } },
      targeting: { tribes: () => ({ selectors: [] }) },
      publishing: { completeHistory: completed },
    } as never);
    await vi.advanceTimersByTimeAsync(4_999);
    expect([count.mock.calls.length, completed.mock.calls.length]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect([count.mock.calls.length, completed.mock.calls.length]).toEqual([2, 3]);
    expect(said.mock.calls.map(([text]) => String(text).split("\n")[0])).toEqual(
      isSaid ? ["TypeError: no rules"] : [],
    );
    stop();
    said.mockRestore();
  },
);
