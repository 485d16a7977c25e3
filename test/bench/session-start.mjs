// Session start: 100 Experiences decided over HTTP, the session durable, against the same Express answering static JSON of that size.
import { join } from "node:path";
import { here, middleOf, run, start, startUnderstudy, temporaryFolder, token } from "./programs.mjs";

export const space = "/v2/spaces/my-first-space";

/** 100 Experiences of 3 scenarios each, for Tribes of fields, labels and events. */
export async function model(server) {
  const call = async (method, path, body) => {
    const response = await fetch(new URL(path, server.platformUrl), {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (response.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  await call("POST", `${space}/experience-types`, {
    name: "Hero",
    properties: [
      { key: "headline", type: "string", default: "Welcome" },
      { key: "background", type: "color" },
    ],
  });
  const plans = ["free", "silver", "gold"];
  for (let index = 0; index < 20; index += 1) {
    await call("POST", `${space}/tribes`, {
      name: `Tribe ${index}`,
      rules: {
        all: [
          { field: "plan", op: "equals", value: plans[index % 3] },
          { field: "age", op: "atLeast", value: 20 + index },
          index % 5 === 0
            ? { event: "movie/watched", did: index % 2 === 1, window: { last: { days: 7 } } }
            : { attribute: "locale", op: "startsWith", value: "en" },
        ],
      },
    });
  }
  await call("POST", `${space}/collections`, { name: "Page" });
  for (let index = 0; index < 100; index += 1) {
    const scenario = (tribe, headline) => ({
      name: headline,
      audience: { anyOf: [`tribe-${tribe % 20}`] },
      serve: { data: { headline } },
    });
    await call("POST", `${space}/collections/page/experiences`, {
      name: `Experience ${index}`,
      typeId: "hero",
      scenarios: [
        scenario(index, "First"),
        scenario(index + 7, "Second"),
        scenario(index + 13, "Third"),
        { serve: { data: {} } },
      ],
    });
  }
  await call("POST", `${space}/collections/page/publications`, { environment: "development" });
  const { data } = await call("GET", `${space}/environments`);
  return data[0].apiKey;
}

const load = (url, headers, { connections, sessions }) =>
  run([here("session-load.mjs"), url, JSON.stringify(headers), String(connections), String(sessions)]);

const shown = (name, { perSecond, spread, p50, p99 }) =>
  `  ${name.padEnd(42)} ${String(perSecond).padStart(8)} sessions/s (${spread})   p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms`;

/** `serve`: what they start at, where that is not a folder; `over`: what that is. */
export async function sessionStart({
  rounds = 3,
  connections = 32,
  sessions = 10_000,
  serve = () => startUnderstudy(temporaryFolder()),
  over = "",
} = {}) {
  const size = { connections, sessions };
  const server = await serve();
  const key = await model(server);
  const url = `${server.sdkUrl}/sdk/v1/sessions`;
  const headers = { "x-api-key": key };
  const { bytes } = await load(url, headers, { connections, sessions: 2000 });
  const floor = await start([here("floor-express-json.mjs"), String(bytes)]);
  const path = join(temporaryFolder(), "wall.db");
  const wall = await start([here("floor-threads.mjs"), path, String(bytes), "start"]);
  for (const { url: other } of [floor, wall]) await load(other, {}, { connections, sessions: 2000 });
  const results = { floor: [], wall: [], ours: [] };
  for (let round = 0; round < rounds; round += 1) {
    results.floor.push(await load(floor.url, {}, size));
    results.wall.push(await load(wall.url, {}, size));
    results.ours.push(await load(url, headers, size));
  }
  await Promise.all([server.stop(), floor.stop(), wall.stop()]);
  const [least, durable, ours] = [results.floor, results.wall, results.ours].map(middleOf);
  const ratio = ours.perSecond / least.perSecond;
  const lines = [
    `Session start${over}: ${sessions.toLocaleString("en")} sessions over ${connections} connections, 100 Experiences, ${bytes.toLocaleString("en")} bytes; median of ${rounds} rounds`,
    shown("floor: Express, static JSON", least),
    shown("wall: node:http, durable, one person read", durable),
    shown("Understudy, decided and durable", ours),
    `  ratio: ${ratio.toFixed(2)} (wanted: 0.30 or more); the wall's: ${(durable.perSecond / least.perSecond).toFixed(2)}`,
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return ratio >= 0.3 && [...results.ours, ...results.floor].every(({ refused }) => refused === 0);
}
