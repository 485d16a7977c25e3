// One process that starts sessions over kept-alive connections as fast as they are answered, then prints what it saw.
// Arguments: url, headers as JSON, connections, sessions in all.
import http from "node:http";

const [url, headersText, connections, total] = process.argv.slice(2);
const target = new URL(url);
const agent = new http.Agent({ keepAlive: true, maxSockets: Number(connections) });
const headers = { "content-type": "application/json", ...JSON.parse(headersText) };
const plans = ["free", "silver", "gold"];

/** @param {number} index */
const body = (index) =>
  JSON.stringify({
    userId: `user-${index % 32}`,
    fields: { plan: plans[index % plans.length], age: 20 + (index % 40) },
    sdk: { name: "browser", version: "1.0.0-beta.8" },
    device: { id: `device-${index % 32}`, platform: "web", locale: "en-GB", timeZone: "Europe/London" },
  });

/** @param {string} text */
const post = (text) =>
  new Promise((resolve, reject) => {
    const options = {
      agent,
      method: "POST",
      headers: { ...headers, "content-length": Buffer.byteLength(text) },
    };
    const request = http.request(target, options, (response) => {
      let bytes = 0;
      response.on("data", (chunk) => {
        bytes += chunk.length;
      });
      response.on("end", () => resolve({ status: response.statusCode, bytes }));
    });
    request.on("error", reject);
    request.end(text);
  });

let sent = 0;
let refused = 0;
let bytes = 0;
/** @type {number[]} */
const times = [];

async function connection() {
  while (sent < Number(total)) {
    const text = body(sent);
    sent += 1;
    const started = performance.now();
    const answer = await post(text);
    times.push(performance.now() - started);
    if (answer.status !== 201) refused += 1;
    bytes = answer.bytes;
  }
}

const started = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, connection));
const seconds = (performance.now() - started) / 1000;
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
process.stdout.write(
  `${JSON.stringify({ perSecond: Math.round(sent / seconds), p50: at(0.5), p99: at(0.99), refused, bytes })}\n`,
);
agent.destroy();
