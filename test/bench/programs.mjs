// Starting and measuring other processes, for the benches.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const here = (name) => fileURLToPath(new URL(name, import.meta.url));
export const token = "bench-owner-token-0123456789";

const folders = [];
const children = new Set();
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new folder that is removed when the process ends. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "understudy-bench-"));
  folders.push(folder);
  return folder;
}

/** Starts a program, waits for the JSON on its first line, and gives that with the way to stop it. `readyMs` is from spawn to that line. */
export async function start(args, env = {}) {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  children.add(child);
  child.once("exit", () => children.delete(child));
  const line = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", resolve);
    child.once("exit", (code) => reject(new Error(`${args[0]} ended with ${code}`)));
  });
  const readyMs = performance.now() - started;
  const stop = () =>
    new Promise((resolve) => {
      child.once("exit", resolve);
      child.kill("SIGTERM");
    });
  return { ...JSON.parse(line), readyMs, pid: child.pid, stop };
}

/** Starts Understudy as its users do. */
export const startUnderstudy = (dataDir) =>
  start(
    [
      here("../../bin/understudy.mjs"),
      "serve",
      "--json",
      "--data",
      dataDir,
      "--port",
      "0",
      "--sdk-port",
      "0",
    ],
    { UNDERSTUDY_TOKEN: token },
  );

/** Runs a program to its end and gives the JSON that it printed. */
export async function run(args) {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  for await (const chunk of child.stdout) output += chunk;
  return JSON.parse(output);
}

/** Resident memory of a process in MB (Linux; elsewhere unknown). */
export function residentMb(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Processor time that a process has taken so far, in ms (Linux; elsewhere unknown). */
export function processorMs(pid) {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13);
    return (Number(user) + Number(system)) * 10;
  } catch {
    return Number.NaN;
  }
}

export const fileBytes = (path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

export const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** The round in the middle by its rate, with the slowest and the fastest of all. */
export function middleOf(rounds) {
  const rates = rounds.map(({ perSecond }) => perSecond);
  const middle = rounds.find(({ perSecond }) => perSecond === median(rates));
  return { ...middle, spread: spreadOf(rates) };
}

export const spreadOf = (numbers) =>
  `${Math.min(...numbers).toFixed(0)} to ${Math.max(...numbers).toFixed(0)}`;

/** A call to the Platform API. */
export async function api(server, path) {
  const response = await fetch(new URL(path, server.platformUrl), {
    headers: { authorization: `Bearer ${token}` },
  });
  return response.json();
}

/** Posts JSON to either plane and gives the answer. */
export async function post(url, headers, body) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** The headers of a call to the Platform API. */
export const authorized = { authorization: `Bearer ${token}` };
