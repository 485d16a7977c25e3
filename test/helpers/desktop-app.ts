import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { transformWithOxc } from "vite";
import { channelOf, type IpcCall } from "../../src/core/ipc-names.ts";
import { root } from "./built-program.ts";
import type { Invoked, Order, State } from "./electron-control.ts";

/** The built out/main/index.js under plain Node: only `electron` is not the real thing. */
export interface DesktopApp {
  readonly child: ChildProcess;
  /** What it has written to either output. */
  readonly printed: () => string;
  readonly tell: <T>(order: Order) => Promise<T>;
  readonly state: () => Promise<State>;
  /** The state once a window is there. */
  readonly booted: () => Promise<State>;
  /** Calls a channel as the page at an address would. */
  readonly invoke: (call: IpcCall, from: string, argument?: unknown) => Promise<Invoked>;
  /** Hears what is sent to any page. */
  readonly onSent: (listener: (channel: string, payload: unknown) => void) => void;
  readonly kill: () => Promise<void>;
}

let hooks: string | null = null;

/** Writes the fake as plain JavaScript, and what puts it in Electron's place: a script for Node's `--import`. */
export async function fakeHooks(): Promise<string> {
  if (hooks !== null) return hooks;
  const fake = mkdtempSync(join(tmpdir(), "understudy-fake-"));
  // Also who runs as another user reads it.
  chmodSync(fake, 0o755);
  process.once("exit", () => rmSync(fake, { recursive: true, force: true }));
  for (const name of ["fake-windows", "fake-dialogs", "fake-electron", "electron-control"]) {
    const path = join(root, "test/helpers", `${name}.ts`);
    const { code } = await transformWithOxc(readFileSync(path, "utf8"), path, { sourcemap: false });
    writeFileSync(join(fake, `${name}.mjs`), code.replace(/(?<=from "\.\/[\w-]+\.)ts(?=")/g, "mjs"));
  }
  const electron = JSON.stringify(pathToFileURL(join(fake, "fake-electron.mjs")).href);
  writeFileSync(
    join(fake, "hooks.mjs"),
    `export const resolve = (name, context, next) =>
      name === "electron" ? { url: ${electron}, shortCircuit: true } : next(name, context);`,
  );
  writeFileSync(
    join(fake, "register.mjs"),
    `import { register } from "node:module"; register("./hooks.mjs", import.meta.url); await import("./electron-control.mjs");`,
  );
  hooks = pathToFileURL(join(fake, "register.mjs")).href;
  return hooks;
}

/** Boots it. `base`: what the system's folders are in; a default workspace would be in `base/data`. */
export async function bootDesktop(base: string, args: readonly string[]): Promise<DesktopApp> {
  const child = fork(join(root, "out/main/index.js"), [root, ...args], {
    execArgv: ["--import", await fakeHooks()],
    // Electron's argv has the app's folder where Node's has the script: the fake is not packaged.
    env: {
      ...process.env,
      FAKE_USER_DATA: base,
      XDG_DATA_HOME: join(base, "data-home"),
      DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere",
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      printed += chunk;
    });
  const waiting = new Map<number, (answer: unknown) => void>();
  const listeners: ((channel: string, payload: unknown) => void)[] = [];
  child.on("message", ({ id, answer, sent }: { id?: number; answer?: unknown; sent?: [string, unknown] }) => {
    if (sent !== undefined) for (const listener of listeners) listener(...sent);
    if (id !== undefined) waiting.get(id)?.(answer);
  });
  let orders = 0;
  const tell = <T>(order: Order): Promise<T> =>
    new Promise((resolve, reject) => {
      orders += 1;
      waiting.set(orders, resolve as (answer: unknown) => void);
      // A page may ask once more when the app has ended already.
      child.send({ ...order, id: orders }, (error) => error !== null && reject(error));
    });
  const state = () => tell<State>({ order: "state" });
  return {
    child,
    printed: () => printed,
    tell,
    state,
    booted: () => withWindow(state, child, () => printed),
    invoke: (call, from, argument) => tell({ order: "invoke", channel: channelOf(call), from, argument }),
    onSent: (listener) => listeners.push(listener),
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

async function withWindow(
  state: () => Promise<State>,
  child: ChildProcess,
  printed: () => string,
): Promise<State> {
  while (child.exitCode === null && child.signalCode === null) {
    const now = await state();
    if (now.windows.length > 0) return now;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`it ended without a window:\n${printed()}`);
}
