// Hostile rules: how long the process is kept from answering others, by bodies that are refused and by rules that are accepted.
import { spawn } from "node:child_process";
import { connect } from "node:net";
import { here, startUnderstudy, temporaryFolder, token } from "./programs.mjs";

const tribes = "/v2/spaces/my-first-space/tribes";
const parts = 399;

/** Asks /healthz all the while `work` runs, and gives the longest wait in ms. */
async function watching(server, work) {
  const child = spawn(process.execPath, [here("stall-watch.mjs"), `${server.platformUrl}/healthz`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  await new Promise((resolve) => setTimeout(resolve, 200));
  await work();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
  return JSON.parse(output.trim().split("\n").at(-1)).longest;
}

const nested = (depth) => `${'{"not":'.repeat(depth)}{"label":"a"}${"}".repeat(depth)}`;
/** @type {readonly (readonly [string, string])[]} */
const refused = [
  ["10,000 groups in each other", nested(10_000)],
  ["100,000 rules", `{"any":[${Array(100_000).fill('{"label":"a"}').join(",")}]}`],
  ["a megabyte of value", `{"field":"a","op":"contains","value":"${"x".repeat(1 << 20)}"}`],
  ["10,000 rules", `{"any":[${Array(10_000).fill('{"label":"a"}').join(",")}]}`],
  ["20,000 members", `{${Array.from({ length: 20_000 }, (_, n) => `"m${n}":1`).join(",")}}`],
  ["100,000 members", `{${Array.from({ length: 100_000 }, (_, n) => `"m${n}":1`).join(",")}}`],
  ["a list of 100,000", `{"field":"a","op":"in","value":[${Array(100_000).fill(1).join(",")}]}`],
  ["a long version range", `{"field":"a","op":"semver","value":"${"1.x || ".repeat(10_000)}2"}`],
];

const long = "a".repeat(8000);
const version = `1.2.3-${"a.".repeat(28)}b`;
/** Rules of as many parts as are allowed, over a list of as many members as are allowed. */
const accepted = [
  ["contains, over long texts", { op: "contains", value: `${"a".repeat(500)}b` }, long],
  ["greaterThan, over digits", { op: "greaterThan", value: 5 }, "1".repeat(40)],
  ["before, over times", { op: "before", value: "2026-01-01" }, "2026-11-29T00:00:00.123456789+01:00"],
  ["semver, over versions", { op: "semver", value: Array(15).fill(">=1.2.4-a.b").join(" || ") }, version],
  [
    "equals, over texts that differ at their end",
    { op: "equals", value: `${"a".repeat(500)}b` },
    `${"a".repeat(500)}c`,
  ],
];

/** Opens connections to the SDK plane that say no more. */
const hold = (url) =>
  Promise.all(
    Array.from(
      { length: 1600 },
      (_, index) =>
        new Promise((resolve, reject) => {
          const socket = connect(Number(new URL(url).port), "127.0.0.1", () => resolve(socket));
          socket.on("error", reject);
          if (index < 600) socket.write("POST /v1/track HTTP/1.1\r\nHost: 127.0.0.1\r\n");
        }),
    ),
  );

export async function hostile() {
  const server = await startUnderstudy(temporaryFolder());
  const send = async (url, body, headers) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });
    await response.text();
    return response.status;
  };
  const asOwner = { authorization: `Bearer ${token}` };
  const create = (rules, index) =>
    send(`${server.platformUrl}${tribes}`, `{"name":"Hostile ${index}","rules":${rules}}`, asOwner);
  const environments = await fetch(`${server.platformUrl}/v2/spaces/my-first-space/environments`, {
    headers: asOwner,
  });
  const { data } = await environments.json();
  const lines = ["Hostile rules: the longest that /healthz had to wait, in ms (wanted: 50 or less for each)"];
  let reached = true;
  const note = (name, longest, ok) => {
    lines.push(`  ${name.padEnd(52)} ${longest.toFixed(1).padStart(6)}${ok ? "" : "   NOT AS EXPECTED"}`);
    reached = reached && ok && longest <= 50;
  };
  const session = (fields) =>
    send(
      `${server.sdkUrl}/sdk/v1/sessions`,
      JSON.stringify({
        userId: "hostile",
        fields,
        sdk: { name: "browser", version: "1" },
        device: { id: "d", platform: "web" },
      }),
      { "x-api-key": data[0].apiKey },
    );
  await session({});
  for (const [name, rules] of refused) {
    let status = 0;
    const longest = await watching(server, async () => {
      status = await create(rules, 0);
    });
    note(`refused: ${name}`, longest, status === 400 || status === 413);
  }
  for (const [index, [name, comparison, member]] of accepted.entries()) {
    const rules = JSON.stringify({
      any: Array.from({ length: parts }, () => ({ field: "list", ...comparison })),
    });
    const made = await create(rules, index + 1);
    // As many members as fit into the SDK plane's own limit of a body.
    const list = Array.from({ length: Math.min(500, Math.floor(450_000 / member.length)) }, () => member);
    let status = 0;
    const longest = await watching(server, async () => {
      status = await session({ list });
    });
    note(`accepted: ${parts} of ${name}`, longest, made === 201 && status === 201);
    await fetch(`${server.platformUrl}${tribes}/hostile-${index + 1}`, {
      method: "DELETE",
      headers: asOwner,
    });
  }
  const held = await hold(server.sdkUrl);
  const longest = await watching(server, () => new Promise((resolve) => setTimeout(resolve, 3000)));
  note("held: 600 half requests, 1,000 idle connections on the SDK plane", longest, true);
  for (const socket of held) socket.destroy();
  await server.stop();
  process.stdout.write(`${lines.join("\n")}\n`);
  return reached;
}
