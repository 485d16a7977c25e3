import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiProblem, problemOf, ServerUnreachable } from "../../../../src/renderer/api/api-problem.ts";
import { opened, problem } from "./fake-saved.ts";

beforeEach(() => vi.useFakeTimers({ now: Date.parse("2026-11-20T10:00:00Z") }));
afterEach(() => vi.useRealTimers());

const busy = (seconds: number | null) =>
  new ApiProblem(problem(503, "busy", "Not now.").document, seconds === null ? null : seconds * 1000);

describe("an edit that did not get through", () => {
  it("is tried again after 1, 2, 4 … 30 s", async () => {
    const { saved, server, state } = await opened();
    server.failure = new ServerUnreachable();
    saved.edit({ size: 9 });
    await saved.flush();
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      const before = server.tries;
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
      expect([server.tries, state()]).toEqual([before, "waiting"]);
      await vi.advanceTimersByTimeAsync(1);
      expect(server.tries).toBe(before + 1);
    }
    server.failure = null;
    await vi.advanceTimersByTimeAsync(30_000);
    expect([state(), server.thing.size]).toEqual(["saved", 9]);
  });

  it("is tried again when the server said to, and then starts from 1 s", async () => {
    const { saved, server, state } = await opened();
    server.failure = busy(7);
    saved.edit({ size: 9 });
    await saved.flush();
    server.failure = null;
    await vi.advanceTimersByTimeAsync(6999);
    expect(state()).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1);
    expect([state(), server.thing.size]).toEqual(["saved", 9]);
    server.failure = busy(null);
    saved.edit({ size: 10 });
    await saved.flush();
    server.failure = null;
    await vi.advanceTimersByTimeAsync(1000);
    expect([state(), server.thing.size]).toEqual(["saved", 10]);
  });

  it("is not tried again once it was let go", async () => {
    const { saved, server } = await opened();
    server.failure = busy(null);
    saved.edit({ size: 9 });
    await saved.flush();
    server.failure = null;
    saved.takeTheirs();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.writes).toEqual([]);
  });
});

it.each([
  ["17", 17_000],
  ["Fri, 20 Nov 2026 10:00:05 GMT", 5000],
  ["soon", null],
  [undefined, null],
])("reads Retry-After %s", async (header, want) => {
  const answer = new Response("", { status: 503, ...(header && { headers: { "Retry-After": header } }) });
  expect((await problemOf(answer)).retryAfter).toBe(want);
});
