// What a show needs: its history laid, a moment put back, everybody going on at a rate, and a command with a platform of its own.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { authorized, here, median, processorMs, run, start, temporaryFolder, token } from "./programs.mjs";

const program = here("../../bin/understudy.mjs");
const place = "/v2/spaces/cinema/environments/development";
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function premiere() {
  const flags = ["--json", "--data", temporaryFolder(), "--port", "0", "--sdk-port", "0"];
  const server = await start([program, "serve", ...flags, "--seed", "premiere"], { UNDERSTUDY_TOKEN: token });
  const ask = async (method, path, body) => {
    const headers = { ...authorized, "content-type": "application/json" };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await fetch(new URL(path, server.platformUrl), init);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? null : answer.json();
  };
  return { ...server, ask };
}

/** Milliseconds of this machine's time that `work` takes, of the server's processor, and what it gives. */
async function timed(server, work) {
  const [began, used] = [performance.now(), processorMs(server.pid)];
  const answer = await work();
  return { answer, ms: performance.now() - began, cpu: processorMs(server.pid) - used };
}

/** Thirty days of the premiere with more people, against the same server's ingestion of one event after another, and of batches. */
async function laying(server) {
  const [scene] = (await server.ask("GET", "/v2/spaces/cinema/scenes")).data;
  const lay = async (key, count) => {
    const people = { ...scene.people, count };
    await server.ask("PUT", `/v2/spaces/cinema/scenes/${key}`, { ...scene, key, people });
    const { answer, ms, cpu } = await timed(server, () =>
      server.ask("POST", `/v2/spaces/cinema/scenes/${key}/lay`, { environment: "staging" }),
    );
    const { events } = answer;
    return { events, perSecond: (events / ms) * 1000, each: (cpu / events) * 1000 };
  };
  const live = async (connections, events, batch) => {
    const { data } = await server.ask("GET", "/v2/spaces/my-first-space/environments");
    const headers = JSON.stringify({ "x-api-key": data[0].apiKey });
    const url = `${server.sdkUrl}/sdk/v1/events`;
    const numbers = [connections, events, batch].map(String);
    const { answer, cpu } = await timed(server, () =>
      run([here("load-generator.mjs"), url, headers, ...numbers]),
    );
    return { perSecond: answer.perSecond, each: (cpu / events) * 1000 };
  };
  const month = await lay("month", 2000);
  const [one, devices, batches] = [
    await live(1, 3000, 1),
    await live(32, 20_000, 1),
    await live(32, 60_000, 20),
  ];
  const line = (name, { perSecond, each }) =>
    `  ${name.padEnd(44)} ${String(Math.round(perSecond)).padStart(8)} events/s   ${each.toFixed(0).padStart(4)} µs of processor time each`;
  const ratio = (other) => (month.perSecond / other.perSecond).toFixed(1);
  const lines = [
    `Laying: 30 days of 2,000 people, ${month.events.toLocaleString("en")} events`,
    line("laid", month),
    line("live: an event a request, a device", one),
    line("live: an event a request, 32 devices", devices),
    line("live: 20 events a request, 32 connections", batches),
    `  ratio to one device: ${ratio(one)} (wanted: 10 or more); to 32: ${ratio(devices)}; to batches: ${ratio(batches)}`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  await lay("million", 10_000);
  return month.perSecond >= 10 * one.perSecond;
}

/** How long it takes to put a moment back: the middle of five. */
async function restoring(server, wanted) {
  const { id, counts, bytes } = await server.ask("POST", "/v2/snapshots", { name: "bench" });
  const times = [];
  for (let time = 0; time < 5; time += 1)
    times.push(await timed(server, () => server.ask("POST", `/v2/snapshots/${id}/restore`)));
  const middle = median(times.map(({ ms }) => ms));
  const used = median(times.map(({ cpu }) => cpu));
  process.stdout.write(
    `Restore: ${counts.events.toLocaleString("en")} events, ${(bytes / 1e6).toFixed(0)} MB: ${middle.toFixed(0)} ms (wanted: under ${wanted}), of which ${used.toFixed(0)} ms of processor time\n`,
  );
  return middle < wanted;
}

async function traffic(server) {
  const simulation = `${place}/simulation`;
  let worst = 0;
  for (const rate of [1, 12, 100, 500, 1000, 2000]) {
    await server.ask("POST", simulation, { scene: "premiere", rate });
    await sleep(2000);
    const before = (await server.ask("GET", simulation)).sent;
    const { answer, ms, cpu } = await timed(server, async () => {
      await sleep(rate === 1 ? 20_000 : 10_000);
      return (await server.ask("GET", simulation)).sent - before;
    });
    const off = ((answer / ms) * 1000) / rate - 1;
    worst = Math.max(worst, Math.abs(off));
    process.stdout.write(
      `Traffic: ${rate} events/s wanted, ${((answer / ms) * 1000).toFixed(1)} sent (${(off * 100).toFixed(1)} %), ${((cpu / ms) * 100).toFixed(0)} % of a processor\n`,
    );
    await server.ask("DELETE", simulation);
  }
  return worst <= 0.05;
}

/** From the start of a program to its first line, in ms. */
const firstLine = (args) =>
  new Promise((resolve) => {
    const began = performance.now();
    const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] });
    createInterface({ input: child.stdout }).once("line", () => {
      const ms = performance.now() - began;
      child.once("exit", () => resolve(ms));
      child.kill("SIGTERM");
    });
  });

async function exec() {
  const [alone, around] = [[], []];
  const ports = ["--port", "0", "--sdk-port", "0"];
  const command = [process.execPath, "-e", "console.log(1); setInterval(() => {}, 1000)"];
  for (let time = 0; time < 7; time += 1) {
    const folder = join(temporaryFolder(), "new");
    alone.push(await firstLine(["serve", "--json", "--data", folder, ...ports, "--seed", "demo"]));
    around.push(await firstLine(["exec", "--seed", "demo", "--", ...command]));
  }
  const above = median(around) - median(alone);
  process.stdout.write(
    `exec: its command's first line after ${median(around).toFixed(0)} ms, serve's after ${median(alone).toFixed(0)} ms: ${above.toFixed(0)} ms above (wanted: under 400)\n`,
  );
  return above < 400;
}

export async function shows() {
  const server = await premiere();
  const small = await restoring(server, 300);
  const rates = await traffic(server);
  const laid = await laying(server);
  const large = await restoring(server, 2000);
  await server.stop();
  return (await exec()) && small && rates && laid && large;
}
