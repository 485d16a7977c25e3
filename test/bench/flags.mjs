// One flag over OFREP, of somebody who was asked about before and of somebody who was not, against Express answering static JSON of that size.
import http from "node:http";
import { join } from "node:path";
import { api, here, median, processorMs, start, temporaryFolder, token } from "./programs.mjs";

const requests = 6_000;
const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });

/** @type {(target: { url: URL, headers: object }, user: string) => Promise<number>} */
const ask = ({ url, headers }, user) =>
  new Promise((resolve, reject) => {
    const text = JSON.stringify({ context: { targetingKey: user } });
    const all = { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(text) };
    const request = http.request(url, { agent, method: "POST", headers: all }, (answer) => {
      let bytes = 0;
      answer.on("data", (chunk) => {
        bytes += chunk.length;
      });
      answer.on("end", () => resolve(bytes));
    });
    request.on("error", reject).end(text);
  });

async function load(target, userOf) {
  let sent = 0;
  const [cpu, began] = [processorMs(target.pid), performance.now()];
  const connection = async () => {
    while (sent < requests) {
      sent += 1;
      await ask(target, userOf(sent));
    }
  };
  await Promise.all(Array.from({ length: 16 }, connection));
  const ms = performance.now() - began;
  return { perSecond: (requests / ms) * 1000, each: ((processorMs(target.pid) - cpu) / requests) * 1000 };
}

export async function flags({ rounds = 5 } = {}) {
  const args = ["--json", "--data", temporaryFolder(), "--port", "0", "--sdk-port", "0", "--seed", "demo"];
  const server = await start([here("../../bin/understudy.mjs"), "serve", ...args], {
    UNDERSTUDY_TOKEN: token,
  });
  const { data } = await api(server, "/v2/spaces/cinema/environments");
  const url = new URL("/ofrep/v1/evaluate/flags/homepage.banner", server.sdkUrl);
  const ours = { ...server, url, headers: { "x-api-key": data[0].apiKey } };
  const bytes = await ask(ours, "ana");
  const express = await start([here("floor-express-json.mjs"), String(bytes)]);
  const floor = { ...express, url: new URL(express.url), headers: {} };
  const path = join(temporaryFolder(), "wall.db");
  const threads = await start([here("floor-threads.mjs"), path, String(bytes), "ask"]);
  const wall = { ...threads, url: new URL(threads.url), headers: {} };
  const parts = {
    "floor: Express, static JSON": () => load(floor, () => "ana"),
    "wall: node:http, one person read": () => load(wall, () => "ana"),
    "one person again and again": () => load(ours, () => "ana"),
    "another person each time": () => load(ours, (n) => `somebody-${n % 5000}`),
  };
  const results = Object.keys(parts).map((name) => ({ name, each: [], perSecond: [] }));
  for (let round = 0; round <= rounds; round += 1)
    for (const result of results) {
      const { each, perSecond } = await parts[result.name]();
      // The first round warms up.
      if (round > 0) result.each.push(each) && result.perSecond.push(perSecond);
    }
  agent.destroy();
  await Promise.all([server.stop(), express.stop(), threads.stop()]);
  const [least, , again] = results.map(({ each }) => median(each));
  const line = ({ name, each, perSecond }) =>
    `  ${name.padEnd(32)} ${median(each).toFixed(0).padStart(4)} µs of processor time (${Math.min(...each).toFixed(0)} to ${Math.max(...each).toFixed(0)}), ${median(perSecond).toFixed(0)} a second`;
  const lines = [
    `One flag over OFREP: ${requests.toLocaleString("en")} over 16 connections, ${bytes} bytes; median of ${rounds} rounds in turn`,
    ...results.map(line),
    `  ratio by processor time, one person again: ${(least / again).toFixed(2)} (wanted: 1 or more)`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return least >= again;
}
