// A server in this network namespace, and a device in one of its own; `node two-networks.mjs DATA true|false`. Prints what the
// device saw. With "false" there are no namespaces, and the device asks from here.
import { execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const [, , dataDir, withNamespaces] = process.argv;
const token = "test-owner-token-0123456789";
const program = fileURLToPath(new URL("../../bin/understudy.mjs", import.meta.url));
const sh = (text) => execFileSync("sh", ["-ec", text], { stdio: "pipe" });

let device = null;
let enter = [];
if (withNamespaces === "true") {
  device = spawn("unshare", ["-n", "sleep", "60"]);
  const inside = `nsenter -t ${device.pid} -n`;
  enter = ["nsenter", "-t", String(device.pid), "-n"];
  sh(`ip link set lo up
    ip link add lan0 type veth peer name dev0
    ip addr add 192.168.77.1/24 dev lan0; ip link set lan0 up
    until [ "$(readlink /proc/${device.pid}/ns/net)" != "$(readlink /proc/$$/ns/net)" ]; do :; done
    ip link set dev0 netns ${device.pid}
    ${inside} ip link set lo up; ${inside} ip addr add 192.168.77.2/24 dev dev0; ${inside} ip link set dev0 up`);
}

const server = spawn(
  process.execPath,
  [program, "serve", "--data", dataDir, "--port", "0", "--sdk-port", "0", "--seed", "demo", "--json"],
  { env: { ...process.env, UNDERSTUDY_TOKEN: token }, stdio: ["ignore", "pipe", "inherit"] },
);
try {
  const ready = await new Promise((resolve) =>
    createInterface({ input: server.stdout }).once("line", (line) => resolve(JSON.parse(line))),
  );
  const offered = await fetch(`${ready.platformUrl}/v2/pairings`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ spaceId: "cinema", environment: "development" }),
  });
  const { url, code } = await offered.json();
  const platform = `http://${new URL(url).hostname}:${new URL(ready.platformUrl).port}`;
  const asDevice = `
    const post = (path, body, key = "") => fetch(${JSON.stringify(new URL(url).origin)} + path,
      { method: "POST", headers: { "x-api-key": key }, body: JSON.stringify(body) });
    const page = (await fetch(${JSON.stringify(url)})).status;
    const answers = [];
    for (let at = 0; at < 3; at += 1) answers.push(await post("/sdk/v1/pair", { code: ${JSON.stringify(code)} }));
    const { apiKey } = await answers[0].json();
    const session = await post("/sdk/v1/sessions", { sdk: { name: "t", version: "1" }, device: { id: "d", platform: "tv" } }, apiKey);
    const reached = await fetch(${JSON.stringify(platform)} + "/healthz").then(() => "reached", () => "unreachable");
    console.log(JSON.stringify({ page, paired: answers.map(({ status }) => status), session: session.status, platform: reached }));`;
  const [command, ...args] = [...enter, process.execPath, "--input-type=module", "-e", asDevice];
  process.stdout.write(execFileSync(command, args, { encoding: "utf8" }));
} finally {
  server.kill();
  device?.kill();
}
