// A filtered page of history as the store grows, and memory after a million events.
import { api, here, median, residentMb, run, startUnderstudy, temporaryFolder } from "./programs.mjs";

const environment = "/v2/spaces/my-first-space/environments/development";
const filters = {
  "no filter": "",
  name: "name=movie/act-7",
  group: "name=movie/*",
  user: "userId=user-42",
  "pair, name": "where=genre:drama&name=movie/act-8",
  "rare pair": "where=title:title-77",
};

/** The median time of a page, in ms. */
async function pageTime(server, filter) {
  const times = [];
  for (let round = 0; round < 31; round += 1) {
    const started = performance.now();
    await api(server, `${environment}/events?limit=50&${filter}`);
    times.push(performance.now() - started);
  }
  return median(times);
}

async function fill(server, key, events) {
  await run([
    here("load-generator.mjs"),
    `${server.sdkUrl}/sdk/v1/events`,
    JSON.stringify({ "x-api-key": key }),
    "32",
    String(events),
    "20",
  ]);
  await new Promise((resolve) => setTimeout(resolve, 4000));
}

async function measure(server) {
  const found = {};
  for (const [name, filter] of Object.entries(filters)) found[name] = await pageTime(server, filter);
  return found;
}

export async function history({ small = 10_000, large = 1_000_000 } = {}) {
  const server = await startUnderstudy(temporaryFolder());
  const { data } = await api(server, "/v2/spaces/my-first-space/environments");
  await fill(server, data[0].apiKey, small);
  const before = await measure(server);
  await fill(server, data[0].apiKey, large - small);
  const rss = residentMb(server.pid);
  const after = await measure(server);
  await server.stop();
  const ratios = Object.keys(filters).map((name) => after[name] / before[name]);
  const lines = Object.keys(filters).map(
    (name, index) =>
      `  ${name.padEnd(12)} ${before[name].toFixed(2)} ms → ${after[name].toFixed(2)} ms   ratio ${ratios[index].toFixed(2)}`,
  );
  const count = (number) => number.toLocaleString("en");
  process.stdout.write(
    `History: a page of 50 over HTTP at ${count(small)} and at ${count(large)} events (wanted: ratio 2 or less)\n${lines.join("\n")}\n  RSS after ${count(large)} events: ${rss.toFixed(0)} MB (wanted: under 250)\n`,
  );
  return ratios.every((ratio) => ratio <= 2) && !(rss >= 250);
}
