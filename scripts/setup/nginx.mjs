import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { aptInstall } from "./debian.mjs";
import { freePort } from "./postgres.mjs";

const program = () =>
  [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"]
    .map((folder) => join(folder, "nginx"))
    .find((path) => existsSync(path));

/** Whether there is an nginx, installed where that can be. */
export async function ensureNginx() {
  if (program() === undefined) await aptInstall("nginx", ["nginx-light", "nginx"]);
  return program() !== undefined;
}

/**
 * Ports for `count` servers, and the addresses at which an nginx will stand before them.
 *
 * @param {number} count
 */
export async function placesBehindNginx(count) {
  const ports = await Promise.all(Array.from({ length: 2 * count + 2 }, freePort));
  const [port = 0, sdkPort = 0, ...rest] = ports;
  return {
    servers: Array.from({ length: count }, (_, at) => ({ port: rest[2 * at], sdkPort: rest[2 * at + 1] })),
    port,
    sdkPort,
    platformUrl: `http://127.0.0.1:${port}`,
    sdkUrl: `http://127.0.0.1:${sdkPort}`,
  };
}

/**
 * Starts it with the very configuration of docs/shared-servers.md, but for addresses and TLS. Null where there is none.
 *
 * @param {Awaited<ReturnType<typeof placesBehindNginx>>} places
 * @returns {Promise<{ stop: () => Promise<void> } | null>}
 */
export async function startNginx(places) {
  if (!(await ensureNginx())) return null;
  const folder = mkdtempSync(join(tmpdir(), "understudy-nginx-"));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const lines = [
    process.getuid?.() === 0 ? "user root;" : "",
    "daemon off;",
    `pid ${join(folder, "pid")};`,
    "worker_processes 1;",
    "error_log stderr crit;",
    "events { worker_connections 4096; }",
    `http { access_log off; ${temporary.join(" ")}`,
    documented(places),
    "}",
  ];
  const file = join(folder, "nginx.conf");
  writeFileSync(file, lines.join("\n"));
  const child = spawn(program() ?? "nginx", ["-p", folder, "-c", file, "-e", "stderr"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said = (said + text).slice(-2000);
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const end = () => child.kill("SIGTERM");
  process.on("exit", end);
  while (!(await listens(places.sdkPort)))
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${said}`);
  return {
    stop: async () => {
      process.off("exit", end);
      end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function documented({ servers, port, sdkPort }) {
  const page = readFileSync(join(import.meta.dirname, "../../docs/shared-servers.md"), "utf8");
  const [, block = ""] = /```nginx\n([\s\S]*?)```/.exec(page) ?? [];
  return block
    .replace(/^ *server 10\.0\.0\.1(\d):(4747|4748)(.*)\n/gm, (_, number, plane, rest) => {
      const server = servers[Number(number) - 1];
      if (server === undefined) return "";
      return `server 127.0.0.1:${plane === "4747" ? server.port : server.sdkPort}${rest}\n`;
    })
    .replace("listen 443 ssl http2", `listen 127.0.0.1:${port}`)
    .replace("listen 443 ssl http2", `listen 127.0.0.1:${sdkPort}`)
    .replace(/^ *ssl_.*\n/gm, "");
}

/** @param {number} port @returns {Promise<boolean>} */
function listens(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.on("error", () => setTimeout(() => resolve(false), 20));
    socket.on("connect", () => socket.end());
  });
}
