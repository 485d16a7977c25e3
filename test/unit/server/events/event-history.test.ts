import { expect, test } from "vitest";
import { readHistory } from "../../../../src/server/events/event-history.ts";
import type { StoredEvent } from "../../../../src/server/store/events.ts";
import type { Store } from "../../../../src/server/store/ports.ts";

const filter = { environment: { spaceId: "spc_1", environment: "development" }, where: [] } as const;

/** A log of two pages. `meanwhile`: what happens once the first was read. */
async function read(meanwhile: (store: { epoch: string; last: number }) => void): Promise<number[]> {
  const store = { epoch: "one", last: 2000 };
  const given: number[] = [];
  const asked = {
    get epoch() {
      return store.epoch;
    },
    figures: async () => ({ lastSequence: store.last }),
    log: {
      after: async ({ after, limit = 0 }: { after: number; limit?: number }) => {
        const through = Math.min(store.last, after + limit);
        return { events: [{ sequence: through } as StoredEvent], through };
      },
    },
  } as unknown as Store;
  for await (const [event] of readHistory(asked, filter)) {
    given.push(event?.sequence ?? 0);
    meanwhile(store);
  }
  return given;
}

test("a history is read to its end", async () => {
  expect(await read(() => undefined)).toEqual([1000, 2000]);
});

test("what is no longer there as it was is not taken for whole", async () => {
  const restored = read((store) => {
    store.epoch = "another";
  });
  await expect(restored).rejects.toMatchObject({ code: "busy" });
  const deleted = read((store) => {
    store.last = 0;
  });
  await expect(deleted).rejects.toMatchObject({ code: "not-found" });
});
