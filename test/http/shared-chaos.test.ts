import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { placesBehindNginx, startNginx } from "../../scripts/setup/nginx.mjs";
import { startPostgres } from "../../scripts/setup/postgres.mjs";
import { readEvents } from "../helpers/event-reader.ts";
import { liveStates } from "../helpers/live-states.ts";
import { Random } from "../helpers/random.ts";
import { callers, startTestServer, type TestServer } from "../helpers/server.ts";
import { anEvent, setUpBanner, startSession } from "../helpers/targeting-setup.ts";

// `npm run chaos -- --shared 200000` makes it longer.
const events = Number(process.env.CHAOS_SHARED_EVENTS ?? 4_000);
const isLong = process.env.CHAOS_SHARED_EVENTS !== undefined;
/** Events a second of all clients together: as many as are taken, or `--rate 2000`. */
const rate = Number(process.env.CHAOS_SHARED_RATE ?? Number.POSITIVE_INFINITY);
const clients = 20;
/** People at a time whose decisions are looked at meanwhile. */
const probes = isLong ? 4 : 1;
const batchSize = events > 100_000 ? 50 : 10;
/** How far a decision may be behind what was acknowledged, in ms. */
const longestLag = 250;
const environments = "/v2/spaces/my-first-space/environments";
const stream = `${environments}/development/events/stream`;
const replay = `${environments}/staging/events/replay`;

type Slot = { server: TestServer | null };
type Seen = { readonly sequence: number; readonly id: string }[];
/** What servers are called by, one of them or all behind one address. */
type Front = Pick<TestServer, "platformUrl" | "sdkUrl" | "token" | "keys" | "spaceKey" | "api" | "sdk">;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let places: Awaited<ReturnType<typeof placesBehindNginx>>;
let nginx: Awaited<ReturnType<typeof startNginx>>;
let behindNginx: Front | null = null;
const slots: readonly Slot[] = [{ server: null }, { server: null }, { server: null }];
const random = new Random(Number(process.env.CHAOS_SEED ?? 7));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const start = (slot: number) => startTestServer({ args: ["--store", postgres.url], ...places.servers[slot] });
/** All behind nginx; where that can't be had, any of those that live. */
const front = (): Front => {
  const servers = slots.flatMap(({ server }) => server ?? []);
  const any = behindNginx ?? servers[random.below(servers.length)];
  if (any === undefined) throw new Error("no server lives");
  return any;
};

beforeAll(async () => {
  [postgres, places] = await Promise.all([startPostgres({ durable: true }), placesBehindNginx(slots.length)]);
  await Promise.all(
    slots.map(async (slot, at) => {
      slot.server = await start(at);
    }),
  );
  nginx = await startNginx(places);
  if (nginx !== null) behindNginx = { ...places, ...(await callers(places)) };
  else console.warn("There is no nginx here: the servers are asked directly.");
}, 60_000);
afterAll(async () => {
  await nginx?.stop();
  await Promise.all(slots.map(({ server }) => server?.remove()));
  postgres.stop();
});

it(`three servers, two of them killed again and again, and PostgreSQL restarted twice: each of ${events.toLocaleString("en")} acknowledged events once, in order, for everybody, and no decision behind`, {
  timeout: isLong ? 1_800_000 : 60_000,
}, async () => {
  const told = { retried: 0, killed: 0, longest: 0 };
  let last = performance.now();
  const acknowledged = new Set<string>();
  /** As SDKs do: the same events again until somebody has said that they are stored. */
  const send = async (sent: readonly { readonly id: string }[]) => {
    for (;;) {
      const answer = await front()
        .sdk("POST", "/sdk/v1/events", { events: sent })
        .catch(() => null);
      if (answer?.status === 202) break;
      // 502 and 504 are nginx's own.
      if (answer != null) expect([429, 502, 503, 504]).toContain(answer.status);
      told.retried += 1;
      await pause(50);
    }
    for (const { id } of sent) acknowledged.add(id);
    const now = performance.now();
    told.longest = Math.max(told.longest, now - last);
    last = now;
  };

  const ownLoop = monitorEventLoopDelay({ resolution: 5 });
  ownLoop.enable();
  const began = performance.now();
  let loaded = 0;
  const client = async (number: number) => {
    for (let first = number * batchSize; first < events; first += clients * batchSize) {
      // No sooner than its turn comes, where they are to come at a pace.
      await pause(Math.max(0, began + (first / rate) * 1000 - performance.now()));
      const time = new Date().toISOString();
      const ids = Array.from({ length: Math.min(batchSize, events - first) }, (_, at) => `e${first + at}`);
      await send(ids.map((id) => ({ id, name: "movie/watched", time, userId: `u${number}` })));
      loaded += ids.length;
    }
  };

  /** Reads through whatever server lives, and goes on at another one where it was, until it has seen so many. */
  let total: number | null = null;
  const readers = new Set<{ readonly stop: () => void }>();
  const consumer = async (seen: Seen) => {
    while (total === null || seen.length < total) {
      const reader = readEvents(front(), stream, {
        after: seen.at(-1)?.sequence ?? 0,
        onEvent: ({ sequence, data }) => {
          seen.push({ sequence, id: data.id });
          if (seen.length === total) reader.stop();
        },
      });
      readers.add(reader);
      await reader.ended;
      readers.delete(reader);
      await pause(20);
    }
  };

  /** When PostgreSQL was away, by this process's clock. */
  const away: { readonly from: number; readonly to: number }[] = [];
  const restart = async (signal: NodeJS.Signals) => {
    const from = performance.now();
    const gone = { from, to: Number.POSITIVE_INFINITY };
    away.push(gone);
    await postgres.restart(signal);
    gone.to = performance.now();
  };
  /** What happens at random, by how much has been sent: the first server stays, so that somebody is always there. */
  const trouble = async () => {
    const steps = Math.max(4, Math.round(events / 10_000));
    for (let step = 1; step <= steps; step += 1) {
      const due = (step / (steps + 1)) * events;
      while (loaded < due) await pause(10);
      if (step === Math.ceil(steps / 3)) await restart("SIGQUIT");
      else if (step === Math.ceil((2 * steps) / 3)) await restart("SIGINT");
      else {
        const at = 1 + random.below(2);
        const slot = slots[at];
        const victim = slot?.server;
        if (slot === undefined || victim == null) continue;
        slot.server = null;
        await victim.stop("SIGKILL");
        told.killed += 1;
        slot.server = await start(at);
      }
    }
  };

  const { bannerId } = await setUpProbe();
  const lags: number[] = [];
  const decisions = { right: 0, behind: 0, refused: 0, cut: 0, whileAway: [] as number[] };
  /** Somebody does what a Tribe counts: is it decided for whoever asks, and how soon does an open stream tell? */
  const probe = async (number: number) => {
    for (let turn = 0; loaded < events; turn += 1) {
      const userId = `probe-${number}-${turn}`;
      const opened = await openSession(userId).catch(() => null);
      if (opened === null) {
        await pause(50);
        continue;
      }
      const { live, id } = opened;
      await send([anEvent("probe/seen", { userId })]);
      const from = performance.now();
      const tells = Promise.race([live.next().then(() => performance.now()), live.ended.then(() => null)]);
      const states = await front()
        .sdk("GET", `/sdk/v1/sessions/${id}/states`)
        .catch(() => null);
      if (states?.status !== 200) decisions.refused += 1;
      else if (states.body.states[bannerId].data.headline === "Seen") decisions.right += 1;
      else decisions.behind += 1;
      const at = await tells;
      const wasAway = at !== null && away.some((one) => from < one.to + 1_000 && at > one.from);
      if (at === null) decisions.cut += 1;
      else (wasAway ? decisions.whileAway : lags).push(at - from);
      live.stop();
    }
  };

  // Each 100 ms one, as long as all this goes on.
  const played = isLong ? Math.round((events / Math.min(rate, 5_000)) * 10) : 0;
  if (played > 0) await startReplay(played);
  const seen = [0, 1].map((): Seen => []);
  const consumers = seen.map(consumer);
  const everybody = Array.from({ length: clients }, (_, number) => client(number));
  const probing = Array.from({ length: probes }, (_, number) => probe(number));
  await Promise.all([trouble(), ...everybody, ...probing]);
  const seconds = (performance.now() - began) / 1000;
  total = acknowledged.size;
  for (const reader of readers) reader.stop();
  await Promise.all(consumers);
  const caughtUp = (performance.now() - began) / 1000;
  expect(loaded).toBe(events);
  const ordered = Array.from({ length: total }, (_, at) => at + 1);
  for (const one of seen) {
    expect(one.map(({ sequence }) => sequence)).toEqual(ordered);
    expect(new Set(one.map(({ id }) => id))).toEqual(acknowledged);
  }
  expect(seen[0]).toEqual(seen[1]);
  for (const { server } of slots) {
    const path = `${environments}/development/events?limit=1`;
    expect((await server?.api("GET", path))?.body.data[0].sequence).toBe(total);
  }
  expect(decisions.behind).toBe(0);
  expect(decisions.right).toBeGreaterThan(0);
  if (!isLong) return;
  await expect
    .poll(async () => (await front().api("GET", replay)).body.replay)
    .toMatchObject({ state: "done", played });
  const { body } = await front().api("GET", `${environments}/staging/events?limit=1`);
  expect(body.data[0].sequence).toBe(played);
  lags.sort((a, b) => a - b);
  const at = (share: number) => Math.round(lags[Math.floor(lags.length * share)] ?? 0);
  const ownDelay = (share: number) => Math.round(ownLoop.percentile(share * 100) / 1e6);
  const late = lags.filter((lag) => lag > longestLag).length;
  console.log(
    `${total} events in ${seconds.toFixed(1)} s (${Math.round(total / seconds)}/s)${nginx === null ? "" : " through nginx"}, seen by both readers after ${caughtUp.toFixed(1)} s; ${told.killed} servers killed, PostgreSQL restarted twice, ${told.retried} requests sent again, the longest silence ${Math.round(told.longest)} ms
decisions for who asked: ${decisions.right} right, ${decisions.behind} behind, ${decisions.refused} refused; told by streams: ${lags.length}, half within ${at(0.5)} ms, 99 of 100 within ${at(0.99)}, the last ${Math.round(lags.at(-1) ?? 0)}, ${late} after more than ${longestLag}; ${decisions.cut} streams cut, ${decisions.whileAway.length} told while PostgreSQL was away, the last after ${Math.round(Math.max(0, ...decisions.whileAway))} ms
a replay of ${played} events went on through it; this process itself was late by ${ownDelay(0.99)} ms at most for 99 of 100, once by ${ownDelay(1)}`,
  );
});

/** A Tribe that one event makes, and an Experience that shows it. */
async function setUpProbe() {
  const server = front() as TestServer;
  await server.api("POST", `/v2/spaces/${server.spaceKey}/tribes`, {
    name: "Seen",
    rules: { event: "probe/seen", count: { op: "atLeast", value: 1 } },
  });
  const banner = [{ audience: { anyOf: ["seen"] }, serve: { data: { headline: "Seen" } } }];
  return setUpBanner(server, banner);
}

async function openSession(userId: string) {
  const server = front() as TestServer;
  const { session } = await startSession(server, { userId });
  const live = await liveStates(server, session.id);
  await Promise.race([live.next(), live.ended.then(() => Promise.reject(new Error("cut off")))]);
  return { live, id: session.id as string };
}

async function startReplay(count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, at) => {
    const time = new Date(Date.parse("2026-01-10T12:00:00Z") + at * 100).toISOString();
    return JSON.stringify({ name: "movie/watched", time, receivedAt: time, userId: "rex" });
  });
  const headers = { "content-type": "application/x-ndjson" };
  expect((await front().api("POST", replay, lines.join("\n"), headers)).status).toBe(201);
}
