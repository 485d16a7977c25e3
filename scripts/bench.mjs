// `npm run bench`: what the service costs, as ratios to floors that are measured in the same run.
// `npm run bench -- ingestion` runs one part alone.
import { setUp } from "./setup/set-up.mjs";

await setUp();
const { evaluation } = await import("../test/bench/evaluation.mjs");
const { history } = await import("../test/bench/history.mjs");
const { ingestion } = await import("../test/bench/ingestion.mjs");
const { startUp } = await import("../test/bench/start-up.mjs");

const parts = { "start-up": startUp, ingestion, history, evaluation };
const wanted = process.argv.slice(2).filter((name) => name in parts);
let reached = true;
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length === 0 || wanted.includes(name)) reached = (await part()) && reached;
}
process.exitCode = reached ? 0 : 1;
