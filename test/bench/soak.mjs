// Half an hour of a busy desk: 2,000 events a second of 5,000 people, 30 event Tribes, 200 open streams. What is looked at:
// memory, how long a batch waits to be durable, and the store's log, from minute to minute. SOAK_MINUTES makes it shorter.
import { once } from "node:events";
import http from "node:http";
import { join } from "node:path";
import { program } from "./child-lines.mjs";
import {
  api,
  authorized,
  fileBytes,
  here,
  median,
  post,
  residentMb,
  startUnderstudy,
  temporaryFolder,
} from "./programs.mjs";

const rate = 2000;
const batch = 20;
const minutes = Number(process.env.SOAK_MINUTES ?? 30);
const logLimitMb = 128;
const groups = ["movie", "title", "search", "player", "order"];
const genres = ["drama", "comedy", "thriller", "family"];

/** Sends batches when they are due, so that a slow answer is seen as one and not waited for. */
class Load {
  waits = [];
  refused = 0;
  sent = 0;
  #agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  #target;
  #headers;

  constructor(url, key) {
    this.#target = new URL(`${url}/sdk/v1/events`);
    this.#headers = { "content-type": "application/json", "x-api-key": key };
  }

  async run(until) {
    const started = performance.now();
    while (Date.now() < until) {
      const due = ((performance.now() - started) / 1000) * rate;
      while (this.sent + batch <= due) void this.#post();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async #post() {
    const from = this.sent;
    this.sent += batch;
    const events = Array.from({ length: batch }, (_, index) => {
      const n = from + index;
      return {
        id: `soak-${n}`,
        name: `${groups[n % groups.length]}/act-${n % 30}`,
        time: new Date().toISOString(),
        userId: `user-${(n * 7919) % 5000}`,
        metadata: { pair1: { key: "genre", value: genres[n % genres.length] } },
      };
    });
    const started = performance.now();
    const body = JSON.stringify({ events });
    // A kept-alive connection may be closed just as it is used again: then the same goes over another one.
    const status = await this.#send(body).catch(() => this.#send(body));
    this.waits.push(performance.now() - started);
    if (status !== 202) this.refused += 1;
  }

  async #send(body) {
    const request = http.request(this.#target, {
      agent: this.#agent,
      method: "POST",
      headers: this.#headers,
    });
    request.end(body);
    const [response] = await once(request, "response");
    response.resume();
    await once(response, "end");
    return response.statusCode;
  }
}

const addTribes = async (server) => {
  for (let n = 0; n < 30; n += 1)
    await post(new URL("/v2/spaces/my-first-space/tribes", server.platformUrl), authorized, {
      name: `Act ${n}`,
      rules: {
        event: `${groups[n % groups.length]}/act-${n}`,
        count: { op: "atLeast", value: 3 },
        window: { last: { minutes: 10 + n } },
      },
    });
};

const quantile = (sorted, q) => sorted[Math.floor(sorted.length * q)] ?? Number.NaN;

export async function soak() {
  const dataDir = temporaryFolder();
  const server = await startUnderstudy(dataDir);
  const { data } = await api(server, "/v2/spaces/my-first-space/environments");
  await addTribes(server);
  const streams = program(here("stream-holder.mjs"), [server.sdkUrl, data[0].apiKey, "200"]);
  await streams.line();
  streams.child.stdin.write("open\n");
  await streams.line();
  const load = new Load(server.sdkUrl, data[0].apiKey);
  const rows = [];
  process.stdout.write("minute  events/s   p50 ms   p99 ms   memory MB   log MB   behind s\n");
  const running = load.run(Date.now() + minutes * 60_000);
  for (let minute = 1; minute <= minutes; minute += 1) {
    const [sent, at] = [load.sent, performance.now()];
    load.waits = [];
    const memory = [];
    for (let look = 0; look < 12; look += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5000));
      memory.push(residentMb(server.pid));
    }
    const waits = load.waits.toSorted((a, b) => a - b);
    const { store } = await api(server, "/v2/status");
    const row = {
      perSecond: ((load.sent - sent) * 1000) / (performance.now() - at),
      p50: quantile(waits, 0.5),
      p99: quantile(waits, 0.99),
      memory: median(memory),
      log: fileBytes(join(dataDir, ".understudy/data.db-wal")) / 1e6,
      behind: store.behind?.seconds ?? Number.NaN,
    };
    rows.push(row);
    const shown = [row.perSecond, row.p50, row.p99, row.memory, row.log, row.behind].map((one, index) =>
      one.toFixed([0, 1, 1, 0, 1, 1][index]).padStart([10, 9, 9, 12, 9, 11][index]),
    );
    process.stdout.write(`${String(minute).padStart(6)}${shown.join("")}\n`);
  }
  await running;
  streams.child.kill("SIGKILL");
  await server.stop();
  return verdict(rows, load);
}

function verdict(rows, { refused, sent }) {
  const last = rows.slice(-Math.ceil(rows.length / 3)).map(({ memory }) => memory);
  const spread = (Math.max(...last) - Math.min(...last)) / median(last);
  const third = Math.ceil(rows.length / 3);
  const drift =
    median(rows.slice(-third).map(({ p50 }) => p50)) / median(rows.slice(0, third).map(({ p50 }) => p50));
  const log = Math.max(...rows.map((row) => row.log));
  process.stdout.write(
    `Soak of ${minutes} minutes: ${sent.toLocaleString("en")} events, ${refused} batches refused; memory of the last third within ${(spread * 100).toFixed(1)} % (wanted: 5); p50 of the last third ${drift.toFixed(2)} of the first's (wanted: at most 1.5); log ${log.toFixed(0)} MB at most (wanted: ${logLimitMb})\n`,
  );
  return spread <= 0.05 && drift <= 1.5 && log <= logLimitMb && refused === 0;
}
