import { afterAll, beforeAll, expect, it } from "vitest";
import { startPostgres } from "../../scripts/setup/postgres.mjs";
import { readEvents } from "../helpers/event-reader.ts";
import { Random } from "../helpers/random.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

// `npm run chaos -- --shared 200000` makes it longer.
const events = Number(process.env.CHAOS_SHARED_EVENTS ?? 4_000);
const clients = 20;
const batchSize = events > 100_000 ? 50 : 10;
const stream = "/v2/spaces/my-first-space/environments/development/events/stream";

type Slot = { server: TestServer | null };

let postgres: Awaited<ReturnType<typeof startPostgres>>;
const slots: readonly Slot[] = [{ server: null }, { server: null }, { server: null }];
const start = async () => startTestServer({ args: ["--store", postgres.url] });
beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
  await Promise.all(
    slots.map(async (slot) => {
      slot.server = await start();
    }),
  );
}, 60_000);
afterAll(async () => {
  await Promise.all(slots.map(({ server }) => server?.remove()));
  postgres.stop();
});

it(`three servers, two of them killed again and again, and PostgreSQL restarted twice: each of ${events.toLocaleString("en")} acknowledged events once, in order, for everybody`, {
  timeout: events > 100_000 ? 1_800_000 : 60_000,
}, async () => {
  const random = new Random(Number(process.env.CHAOS_SEED ?? 7));
  const living = (): TestServer | null => {
    const servers = slots.flatMap(({ server }) => server ?? []);
    return servers[random.below(servers.length)] ?? null;
  };
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const told = { acknowledged: 0, retried: 0, killed: 0, longest: 0 };
  let last = performance.now();
  const acknowledged = new Set<string>();

  const client = async (number: number) => {
    for (let first = number * batchSize; first < events; first += clients * batchSize) {
      const ids = Array.from({ length: Math.min(batchSize, events - first) }, (_, at) => `e${first + at}`);
      const body = {
        events: ids.map((id) => ({
          id,
          name: "movie/watched",
          time: new Date().toISOString(),
          userId: `u${number}`,
        })),
      };
      // As SDKs do: the same events again, to any server, until one has said that they are stored.
      for (;;) {
        const answer = await living()
          ?.sdk("POST", "/sdk/v1/events", body)
          .catch(() => null);
        if (answer?.status === 202) break;
        if (answer != null) expect([429, 503]).toContain(answer.status);
        told.retried += 1;
        await pause(50);
      }
      for (const id of ids) acknowledged.add(id);
      const now = performance.now();
      told.longest = Math.max(told.longest, now - last);
      last = now;
    }
  };

  /** Reads through whatever server lives, and goes on at another one where it was. */
  const consumer = async (seen: { readonly sequence: number; readonly id: string }[]) => {
    while (seen.length < events) {
      const server = living();
      if (server === null) {
        await pause(20);
        continue;
      }
      const reader = readEvents(server, stream, {
        after: seen.at(-1)?.sequence ?? 0,
        onEvent: ({ sequence, data }) => {
          seen.push({ sequence, id: data.id });
          if (seen.length === events) reader.stop();
        },
      });
      await reader.ended;
      await pause(20);
    }
  };

  /** What happens at random, by how much has been sent: the first server stays, so that somebody is always there. */
  const trouble = async () => {
    const steps = Math.max(4, Math.round(events / 10_000));
    for (let step = 1; step <= steps; step += 1) {
      const due = (step / (steps + 1)) * events;
      while (acknowledged.size < due) await pause(10);
      if (step === Math.ceil(steps / 3)) await postgres.restart("SIGQUIT");
      else if (step === Math.ceil((2 * steps) / 3)) await postgres.restart("SIGINT");
      else {
        const slot = slots[1 + random.below(2)];
        const victim = slot?.server;
        if (slot === undefined || victim == null) continue;
        slot.server = null;
        await victim.stop("SIGKILL");
        told.killed += 1;
        slot.server = await start();
      }
    }
  };

  const began = performance.now();
  const seen = [0, 1].map((): { readonly sequence: number; readonly id: string }[] => []);
  const consumers = seen.map(consumer);
  await Promise.all([trouble(), ...Array.from({ length: clients }, (_, number) => client(number))]);
  const seconds = (performance.now() - began) / 1000;
  await Promise.all(consumers);
  const caughtUp = (performance.now() - began) / 1000;
  told.acknowledged = acknowledged.size;
  expect(told.acknowledged).toBe(events);
  const ordered = Array.from({ length: events }, (_, at) => at + 1);
  for (const one of seen) {
    expect(one.map(({ sequence }) => sequence)).toEqual(ordered);
    expect(new Set(one.map(({ id }) => id))).toEqual(acknowledged);
  }
  expect(seen[0]).toEqual(seen[1]);
  for (const { server } of slots) {
    const path = "/v2/spaces/my-first-space/environments/development/events?limit=1";
    expect((await server?.api("GET", path))?.body.data[0].sequence).toBe(events);
  }
  if (process.env.CHAOS_SHARED_EVENTS !== undefined)
    console.log(
      `${events} events in ${seconds.toFixed(1)} s (${Math.round(events / seconds)}/s), seen by both readers after ${caughtUp.toFixed(1)} s; ${told.killed} servers killed, PostgreSQL restarted twice, ${told.retried} requests sent again, the longest silence ${Math.round(told.longest)} ms`,
    );
});
