import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { channelOf, type IpcCall } from "../../src/core/ipc-names.ts";
import type { SpaceKeys } from "../../src/server/spaces/space-keys.ts";
import type { RunningServer, startServer as StartServer } from "../../src/server/start-server.ts";
import { eventually } from "./eventually.ts";
import { app, BrowserWindow, type FakeEvent, ipcMain, resetFakeElectron } from "./fake-electron.ts";

export const platformUrl = "http://127.0.0.1:4747";
export const keys = { development: "us_dev_1", staging: "us_stg_1", production: "us_prd_1" };

/** A server that runs on nothing. `stop` and `fail` are there to be looked at and called, `state` to be changed. */
export interface FakeServer extends RunningServer {
  readonly state: { lanUrls: string[]; spaces: SpaceKeys[]; paused: boolean; refused: number };
  readonly stop: ReturnType<typeof vi.fn<() => Promise<void>>>;
  readonly fail: (reason: string) => void;
}

export function fakeServer(dataDir: string, url = platformUrl): FakeServer {
  const state: FakeServer["state"] = {
    lanUrls: [],
    spaces: [{ key: "cinema", name: "Cinema", keys }],
    paused: false,
    refused: 0,
  };
  let launches = 0;
  let fail = (_reason: string) => {};
  const failed = new Promise<string>((resolve) => {
    fail = resolve;
  });
  return {
    platformUrl: url,
    sdkUrl: "http://127.0.0.1:4748",
    consoleUrl: `${url}/launch?token=0`,
    local: { platformUrl: url, sdkUrl: "http://127.0.0.1:4748" },
    dataDir,
    notices: [],
    state,
    now: async () => {
      const { lanUrls, spaces, paused: isPaused, refused } = state;
      return { lanUrls, spaces, ingestion: { isPaused, refused } };
    },
    launchUrl: async () => {
      launches += 1;
      return `${url}/launch?token=${launches}`;
    },
    startShow: (scene) =>
      Promise.resolve({
        spaceKey: "cinema",
        environment: "development",
        scene,
        consolePath: "/spaces/cinema/development/stage",
        demoUrl: "http://127.0.0.1:4748/demo",
      }),
    pauseIngestion: async (paused) => {
      state.paused = paused;
    },
    failed,
    fail,
    stop: vi.fn(async () => {}),
  };
}

/** A folder that is a workspace, as far as the shell looks at it. */
export function makeWorkspace(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "workspace.json"), '{"schemaVersion":1}');
  return folder;
}

const processEvents = [
  "SIGINT",
  "SIGTERM",
  "SIGHUP",
  "message",
  "uncaughtException",
  "unhandledRejection",
] as const;

/** A computer of a test's own: its folders, and Electron as on the first launch. `leave` takes away what was left. */
export function freshComputer(): { readonly base: string; readonly leave: () => void } {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "understudy-desktop-")));
  resetFakeElectron(base);
  // The default workspace of who runs the tests is not the tests' business.
  vi.stubEnv("XDG_DATA_HOME", join(base, "data-home"));
  // Nor is the desktop that they work on: whether it has a tray is asked over this bus.
  vi.stubEnv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere");
  const before = processEvents.map((event) => process.listeners(event as "SIGINT"));
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const streams = [process.stdout, process.stderr] as const;
  const quiet = streams.map((stream) => stream.listeners("error"));
  const leave = () => {
    vi.unstubAllEnvs();
    stderr.mockRestore();
    for (const [index, stream] of streams.entries())
      for (const listener of stream.listeners("error"))
        if (!quiet[index]?.includes(listener)) stream.removeListener("error", listener as () => void);
    for (const [index, event] of processEvents.entries())
      for (const listener of process.listeners(event as "SIGINT"))
        if (!before[index]?.includes(listener)) process.removeListener(event, listener);
    rmSync(base, { recursive: true, force: true });
  };
  return { base, leave };
}

/** A computer with one workspace, and the app about to be launched on it; every server is a fake. `startServer`: the file's mock. */
export function freshDesktop(startServer: typeof StartServer) {
  const { base, leave } = freshComputer();
  const dataDir = makeWorkspace(join(base, "workspace"));
  process.argv = ["electron", "app", `--data=${dataDir}`];
  const server = fakeServer(dataDir);
  vi.mocked(startServer)
    .mockReset()
    .mockImplementation(async (options) =>
      options.dataDir === dataDir ? server : fakeServer(options.dataDir),
    );
  return { base, leave, dataDir, server };
}

export const top = (url: string): FakeEvent => ({ senderFrame: { url, parent: null } });
export const consolePage = `${platformUrl}/spaces/cinema/development/settings`;
export const chooserPage = "understudy-app://shell/chooser.html";

/** Calls as a page would, by default one of the console. */
export async function call(name: IpcCall, argument?: unknown, event: FakeEvent = top(consolePage)) {
  const handler = ipcMain.handlers.get(channelOf(name));
  if (handler === undefined) throw new Error(`no handler for ${name}`);
  return handler(event, argument) as Promise<unknown>;
}

export const onlyWindow = (): BrowserWindow => {
  const [window, ...others] = BrowserWindow.open();
  if (window === undefined || others.length > 0) throw new Error(`${BrowserWindow.open().length} windows`);
  return window;
};

export const settled = () => new Promise((resolve) => setImmediate(resolve));
export const ended = () => eventually(() => app.exitCodes[0] ?? Promise.reject(new Error("it still runs")));

/** Does something as if this were another system. */
export async function onPlatform(platform: NodeJS.Platform, work: () => Promise<void>): Promise<void> {
  const real = Object.getOwnPropertyDescriptor(process, "platform") ?? {};
  Object.defineProperty(process, "platform", { ...real, value: platform });
  try {
    await work();
  } finally {
    Object.defineProperty(process, "platform", real);
  }
}
