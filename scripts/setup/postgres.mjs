import { spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { aptInstall } from "./debian.mjs";
import { SetupError } from "./report.mjs";

/** Debian's servers, each version's programs in a folder of its own. */
const debian = "/usr/lib/postgresql";
const leastVersion = 15;

/** The folder of PostgreSQL's programs: on the path, or Debian's newest; null where there is none that is new enough. */
function programs() {
  const versions = existsSync(debian)
    ? readdirSync(debian)
        .map(Number)
        .sort((a, b) => b - a)
    : [];
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter),
    ...versions.map((one) => join(debian, String(one), "bin")),
  ];
  return (
    folders.find((folder) => existsSync(join(folder, "initdb")) && versionIn(folder) >= leastVersion) ?? null
  );
}

const versionIn = (folder) =>
  Number(
    / (\d+)/.exec(spawnSync(join(folder, "postgres"), ["--version"], { encoding: "utf8" }).stdout)?.[1] ?? 0,
  );

/**
 * Starts a PostgreSQL of its own for the tests, on a port and in a folder that are gone afterwards. `durable`: what it has
 * confirmed it still has after `restart`, which ends it as a crash does (SIGQUIT) or in order (SIGINT). `flushed`: it waits for the
 * disk, as one that is in earnest does.
 *
 * @param {{ durable?: boolean, flushed?: boolean }} [options]
 * @returns {Promise<{ url: string, stop: () => void, restart: (signal: NodeJS.Signals) => Promise<void> }>}
 * @throws SetupError where there is none and none can be installed
 */
export async function startPostgres({ durable = false, flushed = false } = {}) {
  const why =
    programs() === null
      ? await aptInstall("PostgreSQL for the tests of shared servers", ["postgresql-15", "postgresql"])
      : "";
  const bin = programs();
  if (bin === null)
    throw new SetupError(`The tests of shared servers need PostgreSQL ${leastVersion} or newer.${why}`);
  const asRoot = process.getuid?.() === 0;
  // It refuses to run as root; nobody may not look into root's own folders.
  const user = asRoot ? { uid: idOf("-u"), gid: idOf("-g") } : {};
  const folder = mkdtempSync(join(asRoot ? "/tmp" : tmpdir(), "understudy-postgres-"));
  if (asRoot) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const options = { ...user, cwd: folder, env: { ...process.env, LC_ALL: "C", HOME: folder } };
  const made = spawnSync(
    join(bin, "initdb"),
    ["-D", data, "-U", "understudy", "-E", "UTF8", "--auth=trust", "--no-sync"],
    {
      ...options,
      encoding: "utf8",
    },
  );
  if (made.status !== 0) throw new SetupError(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 300,
    // Nothing of it outlives the tests.
    fsync: flushed ? "on" : "off",
    synchronous_commit: durable ? "on" : "off",
    full_page_writes: flushed ? "on" : "off",
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  let server = null;
  const start = async () => {
    const child = spawn(join(bin, "postgres"), ["-D", data, ...flags], {
      ...options,
      stdio: ["ignore", "ignore", "pipe"],
    });
    server = child;
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      said = (said + text).slice(-2000);
    });
    for (let tries = 0; tries < 300; tries += 1) {
      if (said.includes("ready to accept connections")) {
        // It must not keep this process from ending.
        child.unref();
        child.stderr.unref();
        return;
      }
      if (child.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new SetupError(`PostgreSQL did not start: ${said}`);
  };
  const stop = () => {
    process.off("exit", stop);
    server?.kill("SIGQUIT");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  const restart = async (signal) => {
    const before = server;
    const ended = new Promise((resolve) => before.once("exit", resolve));
    before.ref();
    before.kill(signal);
    await ended;
    await start();
  };
  // Also where a signal ends this process.
  process.on("exit", stop);
  const url = `postgresql://understudy@127.0.0.1:${port}/postgres`;
  try {
    await start();
  } catch (error) {
    stop();
    throw error;
  }
  return { url, stop, restart };
}

const idOf = (flag) => Number(spawnSync("id", [flag, "nobody"], { encoding: "utf8" }).stdout);

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
