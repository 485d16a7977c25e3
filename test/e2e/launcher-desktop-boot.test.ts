import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { transformWithOxc } from "vite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ipcChannels } from "../../src/core/ipc.ts";
import { root } from "../helpers/built-program.ts";
import type { Order, State } from "../helpers/electron-control.ts";

// A program that does not end is a failure soon enough.
vi.setConfig({ testTimeout: 20_000 });

/** Boots the built out/main/index.js under plain Node: only `electron` is not the real thing. */
let fake: string;
let folder: string;
let app: ChildProcess;
let printed: string;

beforeAll(async () => {
  fake = mkdtempSync(join(tmpdir(), "understudy-fake-"));
  for (const name of ["fake-electron", "electron-control"]) {
    const path = join(root, "test/helpers", `${name}.ts`);
    const { code } = await transformWithOxc(readFileSync(path, "utf8"), path, { sourcemap: false });
    writeFileSync(join(fake, `${name}.mjs`), code.replace("./fake-electron.ts", "./fake-electron.mjs"));
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
});
afterAll(() => rmSync(fake, { recursive: true, force: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "understudy-boot-"));
  printed = "";
});
afterEach(async () => {
  if (app.exitCode === null && app.signalCode === null) {
    app.kill("SIGKILL");
    await once(app, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

function boot(): void {
  app = fork(
    join(root, "out/main/index.js"),
    [root, `--data=${join(folder, "data")}`, "--port=0", "--sdk-port=0"],
    {
      execArgv: ["--import", pathToFileURL(join(fake, "register.mjs")).href],
      // Electron's argv has the app's folder where Node's has the script: the fake is not packaged.
      env: { ...process.env, FAKE_USER_DATA: folder },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    },
  );
  for (const stream of [app.stdout, app.stderr])
    stream?.on("data", (chunk) => {
      printed += chunk;
    });
}

async function tell<T>(message: Order): Promise<T> {
  app.send(message);
  const [{ answer }] = await once(app, "message");
  return answer;
}

/** The state once a window is there. */
async function booted(): Promise<State> {
  boot();
  return expect
    .poll(() => tell<State>({ order: "state" }), { timeout: 10_000, message: printed })
    .toMatchObject({ windows: [{}] })
    .then(() => tell<State>({ order: "state" }));
}

const originOf = (state: State) => new URL(state.windows[0]?.loaded[0] ?? "").origin;
const answers = async (url: string) => (await fetch(url)).status;

describe("the built desktop app", () => {
  it("runs the server and asks for one safe window on its console", async () => {
    const state = await booted();
    expect(await answers(`${originOf(state)}/healthz`)).toBe(200);
    expect(state).toMatchObject({
      menu: true,
      errors: [],
      channels: expect.arrayContaining([...ipcChannels]),
    });
    const [window] = state.windows;
    expect(window?.preferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      preload: join(root, "out/preload/index.cjs"),
    });
    const page = await fetch(window?.loaded[0] ?? "", { redirect: "manual" });
    expect(page.headers.get("set-cookie")).toMatch(/HttpOnly/i);
  });

  it("answers its own page's channels, and refuses another's", async () => {
    const own = originOf(await booted());
    const reveal = (from: string) => tell<string>({ order: "invoke", channel: "data-folder:reveal", from });
    expect(await reveal(`${own}/settings`)).toBe("answered");
    expect(await reveal("https://example.com/")).toContain("refused");
  });

  it("shows its window again on a second launch", async () => {
    await booted();
    const state = await tell<State>({ order: "second-instance" });
    expect(state.windows).toHaveLength(1);
    expect(state.windows[0]?.calls).toEqual(["show", "focus"]);
  });

  it("ends with 0 on quit, with the server stopped and its locator gone", async () => {
    const own = originOf(await booted());
    const ended = once(app, "exit");
    app.send({ order: "quit" } satisfies Order);
    expect(await ended).toEqual([0, null]);
    expect(existsSync(join(folder, "data/.understudy/server.json"))).toBe(false);
    await expect(new Promise((resolve, reject) => get(own, resolve).on("error", reject))).rejects.toThrow(
      "ECONNREFUSED",
    );
  });

  it("ends with 1 and says why where the workspace is damaged", async () => {
    rmSync(join(folder, "data"), { recursive: true, force: true });
    writeFileSync(join(folder, "data"), "a file, not a folder");
    boot();
    expect(await once(app, "exit")).toEqual([1, null]);
  });
});
