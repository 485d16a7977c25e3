import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { eventRoutes } from "../../../../src/server/events/event-routes.ts";
import type { Services } from "../../../../src/server/services.ts";

test.each(["desc", "asc"] as const)(
  "a page of events (%s) is asked for no longer than its caller waits",
  async (order) => {
    const signals: (AbortSignal | undefined)[] = [];
    const ask = (_query: unknown, gone?: AbortSignal) =>
      new Promise((_, reject) => {
        signals.push(gone);
        gone?.addEventListener("abort", () => reject(gone.reason));
      });
    const store = { figures: async () => ({ lastSequence: 9 }), log: { before: ask, after: ask } };
    const { listEvents } = eventRoutes({ store } as unknown as Services);
    const res = new EventEmitter();
    const context = {
      space: () => ({ data: { space: { id: "s" }, collections: [] } }),
      environment: () => "staging",
    };
    const asked = Promise.resolve(
      listEvents({ query: { order, limit: 5, where: [] }, context, res } as never),
    );
    const outcome = asked.then(
      () => "answered",
      ({ code }: { code: string }) => code,
    );
    await expect.poll(() => signals.length).toBe(1);
    expect(signals[0]?.aborted).toBe(false);
    res.emit("close");
    expect(await outcome).toBe("busy");
  },
);
