// One process that posts batches of events over kept-alive connections as fast as they are answered, then prints what it saw.
// Arguments: url, headers as JSON, connections, events in all, events a batch, and `ahead` where all requests are made before the
// first is sent, so that the load itself takes next to nothing of the processors.
import { randomUUID } from "node:crypto";
import http from "node:http";
import net from "node:net";

const [url, headersText, connections, total, batchSize, when] = process.argv.slice(2);
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

/** @param {number} from */
function bodyOf(from) {
  const events = Array.from({ length: Number(batchSize) }, (_, index) => event(from + index));
  return JSON.stringify({ sentAt: new Date().toISOString(), events });
}

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

/** A whole request as it goes over the wire. @param {string} body */
function requestOf(body) {
  const lines = Object.entries({ host: target.host, ...headers, "content-length": Buffer.byteLength(body) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.from(`POST ${target.pathname} HTTP/1.1\r\n${head}\r\n${body}`);
}

/** A connection that sends such requests one after the other; answers have a length and are short. */
function connectionOf() {
  const socket = net.connect(Number(target.port), target.hostname).setNoDelay(true);
  let text = "";
  let answered = (/** @type {number} */ _status) => {};
  socket.setEncoding("latin1").on("data", (part) => {
    text += part;
    const end = text.indexOf("\r\n\r\n");
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]);
    if (end < 0 || text.length < end + 4 + length) return;
    const status = Number(text.slice(9, 12));
    text = "";
    answered(status);
  });
  const send = (/** @type {Buffer} */ request) =>
    new Promise((resolve, reject) => {
      answered = resolve;
      socket.once("error", reject);
      socket.write(request, () => socket.removeListener("error", reject));
    });
  return { send, close: () => socket.destroy() };
}

let sent = 0;
let refused = 0;
/** @type {number[]} */
const times = [];

const isAhead = when === "ahead";
const count = Math.ceil(Number(total) / Number(batchSize));
const made = isAhead
  ? Array.from({ length: count }, (_, at) => requestOf(bodyOf(at * Number(batchSize))))
  : [];

async function connection() {
  const own = isAhead ? connectionOf() : null;
  while (sent < Number(total)) {
    const from = sent;
    sent += Number(batchSize);
    const body = own === null ? bodyOf(from) : "";
    const started = performance.now();
    const status = own === null ? await post(body) : await own.send(made[from / Number(batchSize)]);
    times.push(performance.now() - started);
    if (status !== 202) refused += 1;
  }
  own?.close();
}

const started = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, connection));
const seconds = (performance.now() - started) / 1000;
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
process.stdout.write(
  `${JSON.stringify({ perSecond: Math.round(sent / seconds), p50: at(0.5), p99: at(0.99), refused, seconds })}\n`,
);
agent.destroy();
