// One process that starts sessions and holds a stream of each open until it is told to stop.
// Arguments: url of the SDK plane, API key, streams. Prints {"started": …} and, once each has its first message, {"open": …};
// between the two it waits for a line on standard input.
import http from "node:http";
import { createInterface } from "node:readline";

const [url, key, count] = process.argv.slice(2);
const total = Number(count);
const headers = { "x-api-key": key, "content-type": "application/json" };
const starting = new http.Agent({ keepAlive: true, maxSockets: 16 });
const streaming = new http.Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

/** @type {(index: number) => Promise<string>} */
const startSession = (index) =>
  new Promise((resolve, reject) => {
    const request = http.request(
      `${url}/sdk/v1/sessions`,
      { method: "POST", headers, agent: starting },
      async (response) => {
        let text = "";
        for await (const chunk of response) text += chunk;
        resolve(JSON.parse(text).session.id);
      },
    );
    request.on("error", reject);
    request.end(
      JSON.stringify({
        sdk: { name: "browser", version: "1.0.0-beta.8" },
        device: { id: `device-${index}`, platform: "web", locale: "en-GB", timeZone: "Europe/London" },
      }),
    );
  });

/** @type {(session: string) => Promise<void>} */
const open = (session) =>
  new Promise((resolve, reject) => {
    http
      .get(`${url}/sdk/v1/sessions/${session}/stream`, { headers, agent: streaming }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${response.statusCode}`));
        response.once("data", () => resolve());
        response.resume();
      })
      .on("error", reject);
  });

/** @type {<T>(count: number, work: (index: number) => Promise<T>) => Promise<T[]>} */
const inTurns = async (many, work) => {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < many) {
      const index = next;
      next += 1;
      results[index] = await work(index);
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  return results;
};

const sessions = await inTurns(total, startSession);
process.stdout.write(`${JSON.stringify({ started: sessions.length })}\n`);
await new Promise((resolve) => createInterface({ input: process.stdin }).once("line", resolve));
await inTurns(total, (index) => open(sessions[index] ?? ""));
process.stdout.write(`${JSON.stringify({ open: total })}\n`);
