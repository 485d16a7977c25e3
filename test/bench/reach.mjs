// Reach of an event Tribe over a million users: how long it takes, what it costs in memory, and whether anybody else has to
// wait meanwhile.
import { join } from "node:path";
import Database from "libsql";
import { indexEvents } from "./index-events.mjs";
import {
  api,
  authorized,
  median,
  post,
  processorMs,
  residentMb,
  startUnderstudy,
  temporaryFolder,
} from "./programs.mjs";
import { eventItem, openWriter, writeAll } from "./store-threads.mjs";

const space = "/v2/spaces/my-first-space";
const dayMs = 86_400_000;
export const tribe = {
  name: "Three dramas",
  rules: {
    event: "movie/watched",
    count: { op: "moreThan", value: 2 },
    window: { last: { days: 7 } },
    where: [{ key: "genre", op: "equals", value: "drama" }],
  },
};

const userId = (index) => `user-${String(index).padStart(7, "0")}`;

/** Every second event is a drama; the dramas go to two of five users, so that some have three and others have two. */
function event(index, users, now) {
  const isDrama = index % 2 === 0;
  const person = isDrama ? ((index / 2) * 7919) % Math.ceil(users * 0.4) : (index * 104_729) % users;
  const pairs = [
    ["genre", isDrama ? "drama" : "comedy"],
    ["title", `title-${index % 1000}`],
  ];
  const time = now - ((index * 9973) % (6 * dayMs));
  return eventItem({ id: `e-${index}`, name: "movie/watched", person: userId(person), time, pairs });
}

export async function fill(path, spaceId, { users, events }) {
  const environment = { spaceId, environment: "development" };
  const now = Date.now();
  const writer = await openWriter(path);
  await writeAll(writer, users, 2000, (indexes) => ({
    name: "importUsers",
    job: {
      environment,
      at: now,
      users: indexes.map((index) => ({
        kind: "known",
        id: userId(index),
        fields: { plan: index % 3 === 0 ? "gold" : "free", age: index % 80 },
      })),
    },
  }));
  await writeAll(writer, events, 2000, (indexes) => ({
    name: "append",
    job: { environment, receivedAt: now, items: indexes.map((index) => event(index, users, now)) },
  }));
  await writer.close();
  indexEvents(path);
}

/** Until the index holds every event, the times of new rules too. */
export async function settled(path) {
  const db = new Database(path);
  const behind = db
    .prepare(
      `SELECT (SELECT count(*) FROM selectors WHERE key IS NULL OR filled < since) + (SELECT count(*) FROM index_marks AS m
       JOIN environments AS e ON e.n = m.n WHERE m.through < e.last_sequence) + (SELECT count(*) FROM environments WHERE seen_through < last_sequence)`,
    )
    .raw();
  while (behind.get()[0] > 0) await new Promise((resolve) => setTimeout(resolve, 200));
  db.close();
}

/** What others ask for meanwhile, one of each every 20 ms. Gives the longest that any took, in ms. */
function bystanders(server, apiKey) {
  const asks = {
    status: () => api(server, "/v2/status"),
    user: () => api(server, `${space}/environments/development/users/${userId(4711)}`),
    session: () =>
      post(
        `${server.sdkUrl}/sdk/v1/sessions`,
        { "x-api-key": apiKey },
        {
          userId: userId(42),
          sdk: { name: "browser", version: "1.0.0" },
          device: { id: "d", platform: "web" },
        },
      ),
  };
  const longest = Object.fromEntries(Object.keys(asks).map((name) => [name, 0]));
  const pending = new Set();
  const timer = setInterval(() => {
    for (const [name, ask] of Object.entries(asks)) {
      const started = performance.now();
      const work = ask().then(() => {
        longest[name] = Math.max(longest[name], performance.now() - started);
        pending.delete(work);
      });
      pending.add(work);
    }
  }, 20);
  return async () => {
    clearInterval(timer);
    await Promise.all(pending);
    return longest;
  };
}

/** Samples a process's memory until it is told to stop; gives the most there was, in MB. */
function memoryPeak(pid) {
  let peak = residentMb(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(pid));
  }, 20);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

async function measured(server, apiKey, work) {
  const stopBystanders = bystanders(server, apiKey);
  const stopMemory = memoryPeak(server.pid);
  const result = await work();
  return { result, longest: await stopBystanders(), peak: stopMemory() };
}

const shown = (longest) =>
  Object.entries(longest)
    .map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`)
    .join(", ");

/** A folder with so many of them, served. `settled`: until they are counted. */
async function overFolder(size) {
  const folder = temporaryFolder();
  const path = join(folder, ".understudy/data.db");
  const first = await startUnderstudy(folder);
  const { id: spaceId } = await api(first, space);
  await first.stop();
  await fill(path, spaceId, size);
  return { server: await startUnderstudy(folder), settled: () => settled(path) };
}

/** `prepare`: what holds them, where that is not a folder; `over`: what that is. */
export async function reach({
  users = 1_000_000,
  events = 2_000_000,
  rounds = 3,
  prepare = overFolder,
  over = "",
} = {}) {
  const { server, settled: isSettled, databaseMs = () => 0 } = await prepare({ users, events });
  const { data } = await api(server, `${space}/environments`);
  const { id } = await post(`${server.platformUrl}${space}/tribes`, authorized, tribe);
  const ask = () => api(server, `${space}/tribes/${id}/reach?environment=development`);
  const created = performance.now();
  await ask();
  const firstLook = performance.now() - created;
  await isSettled();
  const filled = performance.now() - created;
  // Once for warmth: what is compiled and what is read for the first time is no one's share.
  await measured(server, data[0].apiKey, () => new Promise((done) => setTimeout(done, 1000)));
  const quiet = await measured(server, data[0].apiKey, () => new Promise((done) => setTimeout(done, 3000)));
  const times = [];
  const used = () => processorMs(server.pid) + databaseMs();
  const before = used();
  let answer;
  const busy = await measured(server, data[0].apiKey, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now();
      answer = await ask();
      if (answer.matched === undefined) throw new Error(JSON.stringify(answer));
      times.push(performance.now() - started);
    }
  });
  const cost = (used() - before) / rounds;
  await server.stop();
  const count = (number) => number.toLocaleString("en");
  const slowed = Math.max(
    ...Object.keys(busy.longest).map((name) => busy.longest[name] - quiet.longest[name]),
  );
  const lines = [
    `Reach${over} of "at least 3 dramas in 7 days" over ${count(users)} users and ${count(events)} events`,
    `  time: ${median(times).toFixed(0)} ms, the slowest of ${rounds} ${Math.max(...times).toFixed(0)} ms (wanted: under 3,000); matched ${count(answer.matched.users)} of ${count(answer.users)}`,
    `  processor time: ${cost.toFixed(0)} ms each, with what others asked meanwhile`,
    `  right after the Tribe was made, its events not counted yet: ${firstLook.toFixed(0)} ms; all of them counted after ${(filled / 1000).toFixed(1)} s`,
    `  the slowest of others' requests, one of each every 20 ms: before ${shown(quiet.longest)}; meanwhile ${shown(busy.longest)}`,
    `  slowed by at most ${slowed.toFixed(0)} ms (wanted: under 100)`,
    `  RSS: ${quiet.peak.toFixed(0)} MB before, at most ${busy.peak.toFixed(0)} MB meanwhile`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return (
    Math.max(...times) < 3000 &&
    slowed < 100 &&
    answer.users === users &&
    answer.matched.users === Math.floor(users / 5)
  );
}
