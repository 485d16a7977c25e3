import { expect, test, vi } from "vitest";
import { EventFeed } from "../../../../src/server/events/event-feed.ts";
import type { EventStream } from "../../../../src/server/http/event-stream.ts";
import type { Store } from "../../../../src/server/store/ports.ts";

test("a reader whose environment is dropped while it catches up is ended, not asked for again and again", async () => {
  const after = vi.fn(async (query: { after: number }) => ({ events: [], through: query.after }));
  const store = { log: { after } } as unknown as Store;
  const stream = {
    ended: false,
    onEnd: () => undefined,
    write: () => undefined,
    ready: async () => undefined,
    end() {
      this.ended = true;
    },
  };
  const feed = new EventFeed(store, { through: () => 5, watch: async () => () => undefined });
  const filter = { environment: { spaceId: "spc_1", environment: "development" as const }, where: [] };
  await feed.read(filter, 0, stream as unknown as EventStream);
  expect(stream.ended).toBe(true);
  expect(after).toHaveBeenCalledOnce();
});
