import { expect, it } from "vitest";
import { PlatformClock } from "../../../../src/server/clock/platform-clock.ts";
import { IngestService } from "../../../../src/server/ingest/ingest-service.ts";
import type { IngestItem } from "../../../../src/server/store/events.ts";
import type { EventBatch, Store } from "../../../../src/server/store/ports.ts";

const place = { spaceId: "spc_1", environment: "staging" } as const;

it("counts those that were refused, and none that was taken or could not be stored", async () => {
  let isFull = false;
  const append = async ({ items }: EventBatch) => {
    if (isFull) throw new Error("The disk is full.");
    return items.map((_, at) => at + 1);
  };
  const ingest = new IngestService({
    store: { log: { append } } as unknown as Pick<Store, "log">,
    clock: new PlatformClock(),
    log: { appended: () => undefined },
    onIdentified: () => undefined,
  });
  const refused = { kind: "refused", event: { id: "e", name: null, person: null, original: {} } };
  const taken = { kind: "event", event: { person: { kind: "known", id: "ana" } } };
  const items = [taken, refused, taken, refused, taken] as unknown as IngestItem[];
  await ingest.submit(place, items);
  expect(ingest.refused).toBe(2);
  isFull = true;
  await expect(ingest.submit(place, items)).rejects.toThrow("The disk is full.");
  expect(ingest.refused).toBe(2);
});
