// `npm run bench`: what the service costs, as ratios to floors that are measured in the same run.
// `npm run bench -- ingestion` runs one part alone.
import { setUp } from "./setup/set-up.mjs";

await setUp();
const { consoleLoad } = await import("../test/bench/console-load.mjs");
const { decisions } = await import("../test/bench/decisions.mjs");
const { desk } = await import("../test/bench/desk.mjs");
const { evaluation } = await import("../test/bench/evaluation.mjs");
const { flags } = await import("../test/bench/flags.mjs");
const { history } = await import("../test/bench/history.mjs");
const { hostile } = await import("../test/bench/hostile.mjs");
const { ingestion } = await import("../test/bench/ingestion.mjs");
const { kills } = await import("../test/bench/kills.mjs");
const { live } = await import("../test/bench/live.mjs");
const { driversOfPostgres, postgres, postgresReach, postgresSessions } = await import(
  "../test/bench/postgres.mjs"
);
const { reach } = await import("../test/bench/reach.mjs");
const { rulesCost } = await import("../test/bench/rules.mjs");
const { sdk } = await import("../test/bench/sdk.mjs");
const { sessionStart } = await import("../test/bench/session-start.mjs");
const { shows } = await import("../test/bench/shows.mjs");
const { soak } = await import("../test/bench/soak.mjs");
const { stage } = await import("../test/bench/stage.mjs");
const { streams } = await import("../test/bench/streams.mjs");
const { startUp } = await import("../test/bench/start-up.mjs");
const { viewer } = await import("../test/bench/viewer.mjs");

const parts = {
  "start-up": startUp,
  ingestion,
  history,
  evaluation,
  rules: rulesCost,
  "session-start": sessionStart,
  flags,
  reach,
  desk,
  hostile,
  streams,
  live,
  kills,
  shows,
  stage,
  sdk,
  console: consoleLoad,
  viewer,
  decisions,
  postgres,
  "postgres-sessions": postgresSessions,
  "postgres-reach": postgresReach,
  "postgres-drivers": driversOfPostgres,
  soak,
};
/** Ten million events take minutes to make, a soak takes half an hour, and not everybody has a PostgreSQL: only where they are asked for by name. */
const onRequest = [
  "decisions",
  "postgres",
  "postgres-sessions",
  "postgres-reach",
  "postgres-drivers",
  "soak",
];
const wanted = process.argv.slice(2).filter((name) => name in parts);
/** `postgres` means all of its parts. */
const isWanted = (name) => wanted.some((one) => name === one || name.startsWith(`${one}-`));
let reached = true;
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length === 0 ? !onRequest.includes(name) : isWanted(name)) reached = (await part()) && reached;
}
process.exitCode = reached ? 0 : 1;
