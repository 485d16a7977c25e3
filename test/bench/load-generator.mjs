// One process that posts batches of events over kept-alive connections as fast as they are answered, then prints what it saw.
// Arguments: url, headers as JSON, connections, events in all, events a batch.
import { randomUUID } from "node:crypto";
import http from "node:http";

const [url, headersText, connections, total, batchSize] = process.argv.slice(2);
const target = new URL(url);
const agent = new http.Agent({ keepAlive: true, maxSockets: Number(connections) });
const headers = { "content-type": "application/json", ...JSON.parse(headersText) };
const names = Array.from({ length: 30 }, (_, index) => `movie/act-${index}`);
const genres = ["drama", "comedy", "thriller", "family"];

/** @param {number} index */
const event = (index) => ({
  id: randomUUID(),
  name: names[index % names.length],
  time: new Date().toISOString(),
  userId: `user-${(index * 7919) % 5000}`,
  metadata: {
    pair1: { key: "genre", value: genres[index % genres.length] },
    pair2: { key: "title", value: `title-${index % 1000}` },
  },
});

/** @param {string} body */
const post = (body) =>
  new Promise((resolve, reject) => {
    const options = {
      agent,
      method: "POST",
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
    };
    const request = http.request(target, options, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode));
    });
    request.on("error", reject);
    request.end(body);
  });

let sent = 0;
let refused = 0;
/** @type {number[]} */
const times = [];

async function connection() {
  while (sent < Number(total)) {
    const from = sent;
    sent += Number(batchSize);
    const events = Array.from({ length: Number(batchSize) }, (_, index) => event(from + index));
    const body = JSON.stringify({ sentAt: new Date().toISOString(), events });
    const started = performance.now();
    const status = await post(body);
    times.push(performance.now() - started);
    if (status !== 202) refused += 1;
  }
}

const started = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, connection));
const seconds = (performance.now() - started) / 1000;
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
process.stdout.write(
  `${JSON.stringify({ perSecond: Math.round(sent / seconds), p50: at(0.5), p99: at(0.99), refused })}\n`,
);
agent.destroy();
