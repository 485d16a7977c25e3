// What follows events as they come: viewers of the log, and the streams of those whose audience an event changes.
import http from "node:http";
import { api, authorized, median, post, processorMs, startUnderstudy, temporaryFolder } from "./programs.mjs";

const space = "/v2/spaces/my-first-space";
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Posts batches when they are due, until it is told to stop. */
function load(server, key, rate, batch = 20) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
  const headers = { "content-type": "application/json", "x-api-key": key };
  const began = performance.now();
  let sent = 0;
  const send = () => {
    const events = Array.from({ length: batch }, () => {
      sent += 1;
      const metadata = { pair1: { key: "genre", value: "drama" } };
      return {
        name: `movie/act-${sent % 30}`,
        time: new Date().toISOString(),
        userId: `user-${(sent * 7919) % 5000}`,
        metadata,
      };
    });
    const request = http.request(
      `${server.sdkUrl}/sdk/v1/events`,
      { agent, method: "POST", headers },
      (answer) => answer.resume(),
    );
    request.end(JSON.stringify({ events }));
  };
  const timer = setInterval(() => {
    while (sent + batch <= ((performance.now() - began) / 1000) * rate) send();
  }, 4);
  return { sent: () => sent, stop: () => clearInterval(timer) };
}

/** Opens an event stream and hands its bytes on. */
const stream = (url, headers, onData) =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { headers, agent: false }, (answer) => {
      answer.on("data", onData);
      answer.once("data", () => resolve(request));
    });
    request.on("error", reject);
  });

/** How much of a processor 100 viewers take, of which all read every event. */
async function viewers() {
  const server = await startUnderstudy(temporaryFolder());
  const { data } = await api(server, `${space}/environments`);
  const going = load(server, data[0].apiKey, 5000, 50);
  const share = async () => {
    await sleep(2000);
    const [cpu, sent, began] = [processorMs(server.pid), going.sent(), performance.now()];
    await sleep(10_000);
    const ms = performance.now() - began;
    return { cpu: (processorMs(server.pid) - cpu) / ms, rate: ((going.sent() - sent) / ms) * 1000 };
  };
  const none = await share();
  let bytes = 0;
  const url = new URL(`${space}/environments/development/events/stream`, server.platformUrl);
  const count = (chunk) => {
    bytes += chunk.length;
  };
  const open = await Promise.all(Array.from({ length: 100 }, () => stream(url, authorized, count)));
  const all = await share();
  going.stop();
  for (const one of open) one.destroy();
  await server.stop();
  const more = all.cpu - none.cpu;
  process.stdout.write(
    `100 viewers: ${none.rate.toFixed(0)} events/s take ${none.cpu.toFixed(2)} of a processor, ${all.rate.toFixed(0)} with the viewers ${all.cpu.toFixed(2)}: ${more.toFixed(2)} more (wanted: 0.2 or less); ${(bytes / 1e6).toFixed(0)} MB read\n`,
  );
  return more <= 0.2;
}

/** From the moment an event is sent until the stream of its person says what changed, while 1,000 others come each second. */
async function audiences() {
  const server = await startUnderstudy(temporaryFolder());
  const { data } = await api(server, `${space}/environments`);
  const key = data[0].apiKey;
  const platform = (path, body) => post(new URL(space + path, server.platformUrl), authorized, body);
  await platform("/experience-types", { name: "Hero", properties: [{ key: "headline", type: "string" }] });
  await platform("/collections", { name: "Page" });
  for (let index = 0; index < 30; index += 1) {
    const rule = {
      event: `movie/act-${index}`,
      count: { op: "moreThan", value: 2 },
      window: { last: { days: 7 } },
    };
    await platform("/tribes", { name: `Act ${index}`, rules: { all: [rule] } });
    await platform("/collections/page/experiences", {
      name: `For ${index}`,
      typeId: "hero",
      scenarios: [
        { name: "In", audience: { anyOf: [`act-${index}`] }, serve: { data: { headline: "In" } } },
        { serve: { data: {} } },
      ],
    });
  }
  await platform("/collections/page/publications", { environment: "development" });
  const headers = { "x-api-key": key };
  const going = load(server, key, 1000);
  await sleep(3000);
  const waits = [];
  const probe = async (index) => {
    const userId = `probe-${index}`;
    const device = { id: userId, platform: "web", locale: "en-GB", timeZone: "Europe/London" };
    const start = { userId, sdk: { name: "browser", version: "1.0.0-beta.8" }, device };
    const { session } = await post(`${server.sdkUrl}/sdk/v1/sessions`, headers, start);
    const heard = {};
    const url = `${server.sdkUrl}/sdk/v1/sessions/${session.id}/stream`;
    const request = await stream(url, headers, (chunk) => heard.next?.(String(chunk)));
    for (let time = 0; time < 10; time += 1) {
      const name = `movie/act-${(index + time) % 30}`;
      const event = () => ({ name, time: new Date().toISOString(), userId });
      const changed = new Promise((resolve) => {
        heard.next = (text) => text.includes("event: states") && resolve();
      });
      const began = performance.now();
      await post(`${server.sdkUrl}/sdk/v1/events`, headers, { events: [event(), event(), event()] });
      await changed;
      waits.push(performance.now() - began);
      await sleep(50 + 13 * (index % 7));
    }
    request.destroy();
  };
  for (let from = 0; from < 200; from += 20)
    await Promise.all(Array.from({ length: 20 }, (_, index) => probe(from + index)));
  going.stop();
  await server.stop();
  waits.sort((a, b) => a - b);
  const p99 = waits[Math.floor(waits.length * 0.99)];
  process.stdout.write(
    `Audiences: ${waits.length.toLocaleString("en")} changes while 1,000 events came each second, 30 event Tribes: told after p50 ${median(waits).toFixed(1)} ms, p99 ${p99.toFixed(1)} (wanted: under 50)\n`,
  );
  return p99 < 50;
}

export async function live() {
  const told = await audiences();
  return (await viewers()) && told;
}
