import { expect, test, vi } from "vitest";
import { EventFeed } from "../../../../src/server/events/event-feed.ts";
import type { EventStream } from "../../../../src/server/http/event-stream.ts";
import type { EventStore } from "../../../../src/server/store/event-store.ts";

test("a reader whose environment is dropped while it catches up is ended, not asked for again and again", async () => {
  const read = vi.fn(async (name: string, query: { after?: number }) =>
    name === "stats" ? { lastSequence: 5 } : { events: [], through: query.after },
  );
  const stream = {
    ended: false,
    onEnd: () => undefined,
    write: () => undefined,
    ready: async () => undefined,
    end() {
      this.ended = true;
    },
  };
  const feed = new EventFeed({ read } as unknown as EventStore);
  const filter = { environment: { spaceId: "spc_1", environment: "development" as const }, where: [] };
  await feed.read(filter, 0, stream as unknown as EventStream);
  expect(stream.ended).toBe(true);
  expect(read).toHaveBeenCalledTimes(2);
});
