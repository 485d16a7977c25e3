import { expect, test } from "vitest";
import type { RecentRate } from "../../../../src/server/events/recent-rate.ts";
import { StatsService } from "../../../../src/server/events/stats-service.ts";
import type { Store } from "../../../../src/server/store/ports.ts";

test("counts what other servers have stored, too: it looks into the log before it reads anything", async () => {
  const environment = { spaceId: "spc_a", environment: "development" } as const;
  const figures = { events: 0, rejected: 0, users: 0, visitors: 0, lastEvent: null };
  let seen = 0;
  const stats = new StatsService({
    log: {
      look: async () => {
        for (let turn = 0; turn < 5; turn += 1) await null;
        seen = 3;
      },
    },
    store: { figures: async () => ({ ...figures, events: seen }) } as unknown as Pick<Store, "figures">,
    rate: { of: () => [seen] } as unknown as RecentRate,
    connected: () => 0,
  });
  expect(await stats.of(environment)).toMatchObject({ events: 3, rate: [3], lastEvent: null });
});
