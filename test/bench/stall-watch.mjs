// One process that asks /healthz every few ms on one kept-alive connection until it is told to stop; prints the longest wait in ms.
// Argument: url.
import http from "node:http";

const [url] = process.argv.slice(2);
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
/** @type {number[]} */
const waits = [];
let stopping = false;
process.on("SIGTERM", () => {
  stopping = true;
});

const ask = () =>
  new Promise((resolve, reject) => {
    const started = performance.now();
    http
      .get(url, { agent }, (response) => {
        response.resume();
        response.on("end", () => resolve(performance.now() - started));
      })
      .on("error", reject);
  });

process.stdout.write(`${JSON.stringify({ watching: url })}\n`);
while (!stopping) {
  waits.push(await ask());
  await new Promise((resolve) => setTimeout(resolve, 2));
}
waits.sort((a, b) => a - b);
process.stdout.write(
  `${JSON.stringify({ longest: waits.at(-1), p99: waits[Math.floor(waits.length * 0.99)], asked: waits.length })}\n`,
);
agent.destroy();
