// Ingestion with 500 event rules against ingestion with none, in one run.
import { shown, understudy } from "./ingestion.mjs";
import { authorized, middleOf, post } from "./programs.mjs";

const tribesUrl = "/v2/spaces/my-first-space/tribes";

/** Five rules for each of 100 names, of which the load has 30: what they filter by, its events have. */
const filters = [
  [{ key: "genre", op: "equals", value: "drama" }],
  [{ key: "genre", op: "in", value: ["comedy", "family"] }],
  [
    { key: "title", op: "contains", value: "7" },
    { key: "genre", op: "notEquals", value: "drama" },
  ],
  [{ key: "title", op: "startsWith", value: "title-1" }],
  [{ key: "season", op: "exists", value: true }],
];
const rules = Array.from({ length: 100 }, (_, index) =>
  filters.map((where) => ({
    event: `movie/act-${index}`,
    count: { op: "moreThan", value: 2 },
    window: { last: { days: 7 } },
    where,
  })),
);

async function addRules(server) {
  for (const [index, any] of rules.entries())
    await post(new URL(tribesUrl, server.platformUrl), authorized, { name: `Act ${index}`, rules: { any } });
  // The store is told of rules behind the answer.
  await new Promise((resolve) => setTimeout(resolve, 500));
}

export async function rulesCost({ rounds = 3, connections = 32, events = 100_000 } = {}) {
  const size = { connections, events };
  const without = [];
  const withRules = [];
  for (let round = 0; round < rounds; round += 1) {
    without.push(await understudy(size));
    withRules.push(await understudy(size, addRules));
  }
  const [none, many] = [without, withRules].map(middleOf);
  const ratio = many.perSecond / none.perSecond;
  const lines = [
    `Ingestion with event rules: ${events.toLocaleString("en")} events in batches of 20 over ${connections} connections; median of ${rounds} rounds`,
    shown("no rules", none),
    shown(`${rules.flat().length} rules of 100 event names`, many),
    `  ratio: ${ratio.toFixed(2)} (wanted: 0.70 or more)   stored: ${many.bytes.toFixed(0)} bytes an event, without rules ${none.bytes.toFixed(0)}`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return ratio >= 0.7;
}
