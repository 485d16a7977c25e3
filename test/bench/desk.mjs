// A day's work on one desk, for a minute: sessions, events, a console on Events, a reach over a million users, publications, all
// at once. What each of them waits, and what it takes of the machine. DESK_SECONDS makes it longer, DESK_USERS smaller.
import { join } from "node:path";
import { watch } from "./ingestion.mjs";
import {
  api,
  authorized,
  post,
  processorMs,
  residentMb,
  startUnderstudy,
  temporaryFolder,
} from "./programs.mjs";
import { fill, settled, tribe } from "./reach.mjs";
import { model, space } from "./session-start.mjs";

const seconds = Number(process.env.DESK_SECONDS ?? 60);
const users = Number(process.env.DESK_USERS ?? 1_000_000);
const batch = 20;
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks each time that it is due, whatever has been answered, and notes what each answer took from then on, in ms. */
async function every(ms, until, ask) {
  const waits = [];
  const pending = [];
  let failed = 0;
  const started = performance.now();
  for (let index = 0; performance.now() < until; index += 1) {
    const due = started + index * ms;
    await wait(Math.max(0, due - performance.now()));
    const asked = ask(index).then(
      () => waits.push(performance.now() - due),
      () => {
        failed += 1;
      },
    );
    pending.push(asked);
  }
  await Promise.all(pending);
  return { waits: waits.sort((a, b) => a - b), failed };
}

/** How far the console's page is behind: what has been sent and is not there yet, looked at again and again. */
async function follow(viewer, sent, until) {
  const waits = [];
  while (performance.now() < until) {
    const [wanted, from] = [sent(), performance.now()];
    while (viewer.seen() < wanted && performance.now() < from + 10_000) await wait(2);
    waits.push(performance.now() - from);
    await wait(50);
  }
  return { waits: waits.sort((a, b) => a - b), failed: 0 };
}

export async function desk() {
  const folder = temporaryFolder();
  const path = join(folder, ".understudy/data.db");
  const first = await startUnderstudy(folder);
  const { id: spaceId } = await api(first, space);
  await first.stop();
  await fill(path, spaceId, { users, events: users / 5 });
  const server = await startUnderstudy(folder);
  const key = await model(server);
  const { id } = await post(`${server.platformUrl}${space}/tribes`, authorized, tribe);
  const sdk = (route, body) => post(`${server.sdkUrl}/sdk/v1/${route}`, { "x-api-key": key }, body);
  const viewer = watch(server);
  await viewer.connected;
  await settled(path);

  let sent = 0;
  const events = (index) => {
    const item = (_, at) => ({
      id: `desk-${index}-${at}`,
      name: `movie/act-${at}`,
      time: new Date().toISOString(),
      userId: `user-${String((index * 7919 + at) % users).padStart(7, "0")}`,
      metadata: { pair1: { key: "genre", value: "drama" } },
    });
    return sdk("events", { events: Array.from({ length: batch }, item) }).then(() => {
      sent += batch;
    });
  };
  const session = (index) =>
    sdk("sessions", {
      userId: `user-${String((index * 104_729) % users).padStart(7, "0")}`,
      fields: { plan: "gold", age: 20 + (index % 40) },
      sdk: { name: "browser", version: "1.0.0" },
      device: { id: `d-${index}`, platform: "web", locale: "en-GB", timeZone: "Europe/London" },
    });
  const read = async (route) => {
    const answer = await api(server, `${space}${route}`);
    if (answer.code !== undefined) throw new Error(answer.code);
  };
  const publish = () =>
    post(`${server.platformUrl}${space}/collections/page/publications`, authorized, {
      environment: "development",
    });
  let memory = 0;
  const sampling = setInterval(() => {
    memory = Math.max(memory, residentMb(server.pid));
  }, 100);
  const [taken, from] = [processorMs(server.pid), performance.now()];
  const until = from + seconds * 1000;
  const [sessions, batches, pages, behind, reaches, publications] = await Promise.all([
    every(20, until, session),
    every((1000 * batch) / 500, until, events),
    every(1000, until, () => read("/environments/development/events?limit=50")),
    follow(viewer, () => sent, until),
    every(5000, until, () => read(`/tribes/${id}/reach?environment=development`)),
    every(10_000, until, publish),
  ]);
  const share = (processorMs(server.pid) - taken) / (performance.now() - from);
  clearInterval(sampling);
  viewer.stop();
  await server.stop();

  const kinds = {
    "50 sessions a second": sessions,
    "500 events a second, in batches of 20": batches,
    "a page of Events, every second": pages,
    "an acknowledged event, until the console has it": behind,
    [`reach over ${users.toLocaleString("en")} users, every 5 s`]: reaches,
    "a publication of 100 Experiences, every 10 s": publications,
  };
  const at = (list, part) =>
    (list[Math.min(list.length - 1, Math.floor(list.length * part))] ?? 0).toFixed(0);
  const lines = [
    `A day's work, for ${seconds} s`,
    ...Object.entries(kinds).map(
      ([name, { waits, failed }]) =>
        `  ${name.padEnd(50)} p50 ${at(waits, 0.5).padStart(5)} ms   p99 ${at(waits, 0.99).padStart(5)} ms   ${waits.length} answered${failed > 0 ? `, ${failed} failed` : ""}`,
    ),
    `  processor: ${share.toFixed(2)} of one; memory: ${memory.toFixed(0)} MB at most`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return Object.values(kinds).every(({ failed, waits }) => failed === 0 && waits.length > 0);
}
