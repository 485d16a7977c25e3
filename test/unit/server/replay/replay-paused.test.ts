import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replayOptions } from "../../../../src/core/replay.ts";
import { PlatformClock } from "../../../../src/server/clock/platform-clock.ts";
import { IngestService } from "../../../../src/server/ingest/ingest-service.ts";
import { ReplayService } from "../../../../src/server/replay/replay-service.ts";
import type { EventBatch, Store } from "../../../../src/server/store/ports.ts";
import { eventually } from "../../../helpers/eventually.ts";
import { asRecorded, recorded } from "./recorded.ts";

const staging = { spaceId: "spc_1", environment: "staging" } as const;

test("a replay whose operator pauses ingestion half-way loses nothing and plays nothing twice", async () => {
  const clock = new PlatformClock();
  const stored: string[] = [];
  const append = async ({ items }: EventBatch) => {
    for (const item of items) if (item.kind === "event") stored.push(item.event.person.id);
    if (stored.length === 1000) ingest.pause(true);
    return items.map((_, index) => stored.length - items.length + index + 1);
  };
  const store = { log: { append } } as unknown as Pick<Store, "log">;
  const ingest = new IngestService({
    store,
    clock,
    log: { appended: () => undefined },
    onIdentified: () => undefined,
  });
  const privateDir = await mkdtemp(join(tmpdir(), "understudy-replay-"));
  const workspace = { privateDir, findSpace: () => ({}) as never };
  const replays = new ReplayService({ workspace, clock, ingest });
  const people = Array.from({ length: 2600 }, (_, index) => `u${index}`);
  const events = people.map((id, index) => recorded(index, { person: { kind: "known", id } }));
  const origin = { from: "development", events: asRecorded(events) } as const;

  await replays.start(staging, origin, replayOptions.parse({ speed: "max" }));
  await eventually(() => expect(replays.find(staging)?.detail).toMatch(/paused/));
  expect(replays.find(staging)).toMatchObject({ state: "running", played: 1000, total: 2600 });
  ingest.pause(false);
  await eventually(() => expect(replays.find(staging)).toMatchObject({ state: "done", played: 2600 }));
  expect(stored).toEqual(people);
  await rm(privateDir, { recursive: true, force: true });
});
