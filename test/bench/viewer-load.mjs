// One process that sends numbered events: as fast as they are answered, or so many a second. Then prints what it saw.
// Arguments: url, API key, prefix of the ids, events in all, events a second (0: as fast as they are answered).
import http from "node:http";

const [url, key, prefix, totalText, rateText] = process.argv.slice(2);
const target = new URL(`${url}/sdk/v1/events`);
const total = Number(totalText);
const rate = Number(rateText);
const batch = 50;
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
const groups = ["movie", "title", "search", "player", "order"];
const genres = ["drama", "comedy", "thriller", "family"];
// No Roku: its events are Production's, whatever the key.
const sdks = ["browser", "ios", "android"];

/** @param {number} n */
const event = (n) => ({
  id: `${prefix}-${n}`,
  name: `${groups[n % groups.length]}/act-${n % 30}`,
  time: new Date().toISOString(),
  userId: `user-${(n * 7919) % 5000}`,
  sessionId: `ses_${Math.floor(n / 40) % 25_000}`,
  metadata: {
    pair1: { key: "genre", value: genres[n % genres.length] },
    pair2: { key: "title", value: `Title ${n % 1000}` },
  },
});

/** @param {number} from */
const bodyOf = (from) =>
  JSON.stringify({
    sentAt: new Date().toISOString(),
    sdk: { name: sdks[Math.floor(from / batch) % sdks.length], version: "1.0.0" },
    events: Array.from({ length: Math.min(batch, total - from) }, (_, index) => event(from + index)),
  });

/** @param {string} body */
const post = (body) =>
  new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      "x-api-key": key,
      "content-length": Buffer.byteLength(body),
    };
    const request = http.request(target, { agent, method: "POST", headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode));
    });
    request.on("error", reject);
    request.end(body);
  });

let sent = 0;
let refused = 0;
const started = performance.now();
const due = () => (rate === 0 ? total : Math.min(total, ((performance.now() - started) / 1000) * rate));

async function connection() {
  while (sent < total) {
    if (sent + batch > due() && due() < total) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      continue;
    }
    const from = sent;
    sent += batch;
    // Busy: the same again, so that the numbers have no gap.
    const body = bodyOf(from);
    while ((await post(body)) !== 202) {
      refused += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

await Promise.all(Array.from({ length: 8 }, connection));
const seconds = (performance.now() - started) / 1000;
process.stdout.write(`${JSON.stringify({ sent: total, seconds, perSecond: total / seconds, refused })}\n`);
agent.destroy();
