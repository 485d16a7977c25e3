import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { ServerOptions } from "../../src/server/start-server.ts";

const binary = fileURLToPath(new URL("../../bin/understudy.mjs", import.meta.url));

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

export interface TestServer {
  readonly platformUrl: string;
  readonly sdkUrl: string;
  readonly consoleUrl: string;
  /** An owner's token. */
  readonly token: string;
  readonly keys: { readonly development: string; readonly staging: string; readonly production: string };
  readonly spaceKey: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Milliseconds from spawning the process to its ready line. */
  readonly readyMs: number;
  readonly api: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<ApiAnswer>;
  readonly sdk: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<ApiAnswer>;
  /** SIGTERM by default; resolves with the exit code once the process is gone. The data folder stays until `remove`. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
  readonly remove: () => Promise<void>;
}

interface StartOptions {
  readonly dataDir?: string;
  readonly port?: number;
  readonly sdkPort?: number;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** How many files and connections it may have open. */
  readonly openFiles?: number;
  /** How long a file of its may become, in blocks of 512 bytes. */
  readonly fileBlocks?: number;
}

const token = "test-owner-token-0123456789";

const running = new Set<ChildProcess>();
// A test that fails half-way stops nothing: what it has started must not outlive the file and slow down the next ones.
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts the built server as its users do, in a process of its own, on free ports and a new data folder. */
export async function startTestServer(options: StartOptions = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? (await newFolder());
  const args = [
    binary,
    "serve",
    "--json",
    "--data",
    dataDir,
    "--port",
    String(options.port ?? 0),
    "--sdk-port",
    String(options.sdkPort ?? 0),
  ];
  const started = performance.now();
  const command = [process.execPath, ...args, ...(options.args ?? [])];
  const bounds = Object.entries({ n: options.openFiles, f: options.fileBlocks })
    .filter(([, most]) => most !== undefined)
    .map(([what, most]) => `ulimit -${what} ${most};`);
  const limited = bounds.length === 0 ? [] : ["sh", "-c", `${bounds.join(" ")} exec "$@"`, "sh"];
  const [file = "", ...rest] = [...limited, ...command];
  const child = spawn(file, rest, {
    env: { ...process.env, UNDERSTUDY_TOKEN: token, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  void exited.then(() => running.delete(child));
  const ready = await readyLine(child);
  const readyMs = performance.now() - started;
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return exited;
  };
  const remove = async () => {
    await stop("SIGKILL");
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...(await callers(ready)), ...ready, readyMs, dataDir, stop, remove };
}

/** What the in-process form takes: what `serve` makes of its flags. */
type HereOptions = Pick<
  ServerOptions,
  "dataDir" | "store" | "port" | "sdkPort" | "seed" | "clock" | "outside" | "farewell" | "logRequests" | "log"
>;

/**
 * Starts the server from its source in this very process, on free ports and a new data folder: a tenth of what a process of
 * its own costs, and its lines count as covered. Only a process of its own can be killed.
 */
export async function startServerHere(options: Partial<HereOptions> = {}): Promise<TestServer> {
  const started = performance.now();
  const { startServer } = await import("../../src/server/start-server.ts");
  const place = await placeFor(options);
  const server = await startServer({
    port: 0,
    sdkPort: 0,
    log: () => {},
    ...options,
    ...place.options,
    token,
  });
  const readyMs = performance.now() - started;
  let stopped: Promise<void> | undefined;
  const stop = async (signal?: NodeJS.Signals) => {
    if (signal !== undefined) throw new Error(`only a process of its own can be sent ${signal}`);
    stopped ??= server.stop();
    await stopped;
    return 0;
  };
  const { local, consoleUrl, dataDir } = server;
  const ready = { ...local, consoleUrl, dataDir, pid: process.pid };
  const remove = async () => {
    await stop();
    await place.remove();
  };
  return { ...(await callers(ready)), ...ready, readyMs, stop, remove };
}

/**
 * A folder; with UNDERSTUDY_TEST_STORE=postgresql a database, so that whatever a test asks of a server is asked of shared ones.
 * Tests that look into a folder ask for one (`newFolder`), and have it whatever the others run over.
 */
async function placeFor({ dataDir, store }: Partial<HereOptions>) {
  const named = dataDir?.startsWith("postgresql://") ? dataDir.replace("//", "//understudy@") : undefined;
  const isShared =
    process.env.UNDERSTUDY_TEST_STORE === "postgresql" && (dataDir === undefined || named !== undefined);
  if (!isShared || store !== undefined) {
    const folder = dataDir ?? (await newFolder());
    return {
      options: { dataDir: folder },
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  }
  const { newDatabase } = await import("./postgres.ts");
  const database = named === undefined ? await newDatabase() : { url: named, drop: async () => {} };
  return { options: { dataDir: "", store: database.url }, remove: database.drop };
}

export const newFolder = () => mkdtemp(join(tmpdir(), "understudy-test-"));

/** What a test calls a server with, and what it names there. */
export async function callers({ platformUrl, sdkUrl }: Pick<ReadyLine, "platformUrl" | "sdkUrl">) {
  const api = caller(platformUrl, { authorization: `Bearer ${token}` });
  const spaces = await api("GET", "/v2/spaces");
  const spaceKey: string = spaces.body.data[0]?.key ?? "";
  const environments = await api("GET", `/v2/spaces/${spaceKey}/environments`);
  const keyOf = (name: string): string =>
    environments.body.data?.find((one: { key: string }) => one.key === name)?.apiKey ?? "";
  const keys = {
    development: keyOf("development"),
    staging: keyOf("staging"),
    production: keyOf("production"),
  };
  return { token, keys, spaceKey, api, sdk: caller(sdkUrl, { "x-api-key": keys.development }) };
}

interface ReadyLine {
  readonly platformUrl: string;
  readonly sdkUrl: string;
  readonly consoleUrl: string;
  readonly pid: number;
}

function readyLine(child: ChildProcess): Promise<ReadyLine> {
  return new Promise((resolve, reject) => {
    let errors = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.once("exit", (code) =>
      reject(new Error(`the server ended with ${code} before it was ready: ${errors}`)),
    );
    if (child.stdout === null) throw new Error("the server has no output");
    createInterface({ input: child.stdout }).once("line", (line) => resolve(JSON.parse(line) as ReadyLine));
  });
}

/** A small client: JSON in and out, with the plane's credential on every request. */
function caller(origin: string, credential: Record<string, string>): TestServer["api"] {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(new URL(path, origin), {
      method,
      headers: {
        ...credential,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson =
      /json/.test(response.headers.get("content-type") ?? "") &&
      !/ndjson/.test(response.headers.get("content-type") ?? "");
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== "" ? JSON.parse(text) : text,
    };
  };
}

/** What the console sends with each request once it was opened by this one-time address. */
export async function openConsole(address: string, agent = "") {
  const opened = await fetch(address, { redirect: "manual", headers: { "user-agent": agent } });
  const [cookie = ""] = (opened.headers.get("set-cookie") ?? "").split(";", 1);
  return { cookie, "understudy-console": opened.headers.get("location")?.split("=")[1] ?? "" };
}
