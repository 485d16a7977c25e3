// Kills the server without a warning under the load of the ingestion bench, and looks whether all that it acknowledged is there, once.
import { randomUUID } from "node:crypto";
import http from "node:http";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { api, authorized, startUnderstudy, temporaryFolder } from "./programs.mjs";

const environment = "/v2/spaces/my-first-space/environments";

/** Posts batches of 20 over 32 connections until the server is gone. Adds the ids of what was acknowledged. */
async function loadUntilGone(server, key, acknowledged) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 32 });
  const headers = { "content-type": "application/json", "x-api-key": key };
  const batch = () =>
    new Promise((resolve, reject) => {
      const events = Array.from({ length: 20 }, (_, index) => ({
        id: randomUUID(),
        name: `movie/act-${index}`,
        time: new Date().toISOString(),
        userId: `user-${index}`,
      }));
      const request = http.request(
        `${server.sdkUrl}/sdk/v1/events`,
        { agent, method: "POST", headers },
        (answer) => {
          answer.on("error", reject);
          answer.resume().on("end", () => {
            if (answer.statusCode === 202) for (const { id } of events) acknowledged.add(id);
            resolve();
          });
        },
      );
      request.on("error", reject).end(JSON.stringify({ events }));
    });
  const connection = async () => {
    for (;;) await batch();
  };
  await Promise.allSettled(Array.from({ length: 32 }, connection));
}

/** `KILLS` of them, each at another moment of its run. */
export async function kills({ rounds = Number(process.env.KILLS ?? 12) } = {}) {
  const folder = temporaryFolder();
  const acknowledged = new Set();
  const restarts = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startUnderstudy(folder);
    restarts.push(server.readyMs);
    const { data } = await api(server, environment);
    setTimeout(() => process.kill(server.pid, "SIGKILL"), 400 + ((177 * round) % 2_000));
    await loadUntilGone(server, data[0].apiKey, acknowledged);
  }
  const server = await startUnderstudy(folder);
  const answer = await fetch(new URL(`${environment}/development/events/export`, server.platformUrl), {
    headers: authorized,
  });
  const stored = [];
  for await (const line of createInterface({ input: Readable.fromWeb(answer.body) }))
    stored.push(JSON.parse(line).id);
  await server.stop();
  const there = new Set(stored);
  const lost = [...acknowledged].filter((id) => !there.has(id)).length;
  const twice = stored.length - there.size;
  process.stdout.write(
    `Kills: ${rounds} under the load of the ingestion bench; ${acknowledged.size.toLocaleString("en")} events acknowledged, ${lost} of them lost, ${twice} stored twice; ready again after ${Math.max(...restarts).toFixed(0)} ms at most\n`,
  );
  return lost === 0 && twice === 0;
}
