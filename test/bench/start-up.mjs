// The ready line against the least that a Node server with Express and libsql needs, and memory at rest.
import { join } from "node:path";
import { here, median, residentMb, spreadOf, start, startUnderstudy, temporaryFolder } from "./programs.mjs";

export async function startUp({ rounds = 7 } = {}) {
  const floors = [];
  const ours = [];
  const again = [];
  const launched = [];
  const rss = { least: Number.NaN, ours: Number.NaN };
  for (let round = 0; round < rounds; round += 1) {
    const floor = await start([here("floor-start.mjs"), join(temporaryFolder(), "floor.db")]);
    floors.push(floor.readyMs);
    await floor.stop();
    const folder = temporaryFolder();
    const first = await startUnderstudy(folder);
    ours.push(first.readyMs);
    if (round === rounds - 1) {
      const threads = await start([
        here("floor-threads.mjs"),
        join(temporaryFolder(), "wall.db"),
        "100",
        "ask",
      ]);
      await new Promise((resolve) => setTimeout(resolve, 3000));
      rss.ours = residentMb(first.pid);
      rss.least = residentMb(threads.pid);
      await threads.stop();
    }
    await first.stop();
    const second = await startUnderstudy(folder);
    again.push(second.readyMs);
    await second.stop();
    const flags = ["--headless", "--json", "--data", folder, "--port", "0", "--sdk-port", "0"];
    const third = await start([here("../../scripts/start.mjs"), ...flags]);
    launched.push(third.readyMs);
    await third.stop();
  }
  const launcher = median(launched) / median(again);
  const ratio = median(ours) / median(floors);
  const lines = [
    `Start-up: from spawning the process to its first line; median of ${rounds}`,
    `  floor: node + express + libsql open   ${median(floors).toFixed(0)} ms (${spreadOf(floors)})`,
    `  Understudy, new data folder           ${median(ours).toFixed(0)} ms (${spreadOf(ours)})`,
    `  Understudy, the folder again          ${median(again).toFixed(0)} ms (${spreadOf(again)})`,
    `  the same by npm start's script        ${median(launched).toFixed(0)} ms (${spreadOf(launched)}): ${launcher.toFixed(1)} times (wanted: 3 or less)`,
    `  ratio: ${ratio.toFixed(2)} (wanted: 3 or less)`,
    `  at rest, 3 s after the start: RSS ${rss.ours.toFixed(0)} MB (wanted: under 120); node:http and two threads with libsql, and nothing else: ${rss.least.toFixed(0)} MB`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return ratio <= 3 && launcher <= 3 && !(rss.ours >= 120);
}
