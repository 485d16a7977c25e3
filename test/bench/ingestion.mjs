// Ingestion: our own route (durable, validated, indexed, streamed to one viewer) against two floors, in one run.
import http from "node:http";
import { join } from "node:path";
import {
  api,
  fileBytes,
  here,
  middleOf,
  residentMb,
  run,
  start,
  startUnderstudy,
  temporaryFolder,
  token,
} from "./programs.mjs";

const environment = "/v2/spaces/my-first-space/environments/development";

const load = (url, headers, { connections, events }) =>
  run([here("load-generator.mjs"), url, JSON.stringify(headers), String(connections), String(events), "20"]);

/** A viewer that reads the live stream and counts. */
export function watch(server) {
  let seen = 0;
  let rest = "";
  const request = http.get(new URL(`${environment}/events/stream`, server.platformUrl), {
    headers: { authorization: `Bearer ${token}` },
  });
  request.on("response", (response) => {
    response.setEncoding("latin1");
    response.on("data", (chunk) => {
      const parts = (rest + chunk).split("\ndata: ");
      seen += parts.length - 1;
      rest = parts.at(-1).slice(-8);
    });
  });
  request.on("error", () => {});
  const connected = new Promise((resolve) => {
    request.once("response", (response) => response.once("data", resolve));
  });
  return { connected, seen: () => seen, stop: () => request.destroy() };
}

async function bareHttp(size) {
  const server = await start([here("floor-http.mjs")]);
  const result = await load(server.url, {}, size);
  await server.stop();
  return result;
}

async function expressLibsql(size) {
  const path = join(temporaryFolder(), "floor.db");
  const server = await start([here("floor-express-libsql.mjs"), path]);
  const result = await load(server.url, {}, size);
  const rss = residentMb(server.pid);
  await server.stop();
  return { ...result, rss };
}

/** Our own route, read along by one viewer. `prepare` is given the server before events come. */
export async function understudy(size, prepare = async () => {}) {
  const folder = temporaryFolder();
  const server = await startUnderstudy(folder);
  const { data } = await api(server, "/v2/spaces/my-first-space/environments");
  await prepare(server);
  const viewer = watch(server);
  await viewer.connected;
  const result = await load(`${server.sdkUrl}/sdk/v1/events`, { "x-api-key": data[0].apiKey }, size);
  const rss = residentMb(server.pid);
  // The viewer reads on at its own pace, and the index is completed behind the writer: both belong to what is measured.
  for (let wait = 0; wait < 100 && viewer.seen() < size.events; wait += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const seen = viewer.seen();
  viewer.stop();
  await server.stop();
  const bytes = fileBytes(join(folder, ".understudy/data.db")) / size.events;
  return { ...result, rss, seen, bytes };
}

export const shown = (name, { perSecond, spread, p50, p99, rss, refused }) =>
  `  ${name.padEnd(34)} ${String(perSecond).padStart(8)} events/s (${spread})   p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms${rss === undefined ? "" : `   RSS ${rss.toFixed(0)} MB`}${refused > 0 ? `   ${refused} refused` : ""}`;

export async function ingestion({ rounds = 3, connections = 32, events = 100_000 } = {}) {
  const size = { connections, events };
  const results = { bare: [], floor: [], ours: [] };
  for (let round = 0; round < rounds; round += 1) {
    results.bare.push(await bareHttp(size));
    results.floor.push(await expressLibsql(size));
    results.ours.push(await understudy(size));
  }
  const [bare, floor, ours] = [results.bare, results.floor, results.ours].map(middleOf);
  const lines = [
    `Ingestion: ${events.toLocaleString("en")} events in batches of 20 over ${connections} connections; median of ${rounds} rounds`,
    shown("floor: bare node:http, no store", bare),
    shown("floor: Express + libsql, FULL", floor),
    shown("Understudy, one viewer", ours),
    `  ratio to Express + libsql: ${(ours.perSecond / floor.perSecond).toFixed(2)} (wanted: 0.90 or more)`,
    `  ratio to bare node:http:   ${(ours.perSecond / bare.perSecond).toFixed(2)}`,
    `  stored: ${ours.bytes.toFixed(0)} bytes an event, indexes included; the viewer saw ${ours.seen.toLocaleString("en")} of them`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return ours.perSecond / floor.perSecond >= 0.9 && results.ours.every((one) => one.seen === events);
}
