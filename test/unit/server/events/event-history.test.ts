import { expect, test } from "vitest";
import { readHistory } from "../../../../src/server/events/event-history.ts";
import type { StoredEvent } from "../../../../src/server/store/events.ts";
import type { Store } from "../../../../src/server/store/ports.ts";

const filter = { environment: { spaceId: "spc_1", environment: "development" }, where: [] } as const;

interface Kept {
  epoch: string;
  last: number;
}

/** A log of two pages. `meanwhile`: what happens once the first was given; `before`: while it is read. */
async function read(meanwhile: (store: Kept) => void, before?: (store: Kept) => void): Promise<number[]> {
  const store: Kept = { epoch: "one", last: 2000 };
  let happens = before;
  const given: number[] = [];
  const asked = {
    get epoch() {
      return store.epoch;
    },
    figures: async () => ({ lastSequence: store.last }),
    log: {
      after: async ({ after, limit = 0 }: { after: number; limit?: number }) => {
        happens?.(store);
        happens = undefined;
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

test("where another history came before anything was given, that one is read, whole", async () => {
  const restored = (store: Kept) => Object.assign(store, { epoch: "another", last: 1500 });
  expect(await read(() => undefined, restored)).toEqual([1000, 1500]);
});

test("one that was read whole stays so, whatever comes after", async () => {
  const afterwards = (store: Kept) => {
    if (store.last === 2001) store.epoch = "another";
    store.last = 2001;
  };
  expect(await read(afterwards)).toEqual([1000, 2000]);
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
