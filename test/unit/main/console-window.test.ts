import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runDesktop } from "../../../src/main/run-desktop.ts";
import { groundOf } from "../../../src/main/safe-window.ts";
import { startServer } from "../../../src/server/start-server.ts";
import { call, consolePage, freshDesktop, onlyWindow, platformUrl, settled } from "../../helpers/desktop.ts";
import { app, nativeTheme, screen } from "../../helpers/fake-electron.ts";

vi.mock("electron", () => import("../../helpers/fake-electron.ts"));
vi.mock("../../../src/server/start-server.ts", async (original) => ({
  ...(await original<typeof import("../../../src/server/start-server.ts")>()),
  startServer: vi.fn(),
}));

let base: string;
let leave: () => void;
beforeEach(() => {
  ({ base, leave } = freshDesktop(startServer));
});
afterEach(() => leave());

const refused = -102;
const aborted = -3;

/** The person reloads while no server answers. */
async function reloadInVain(code: number, page = consolePage): Promise<void> {
  await runDesktop();
  const { webContents } = onlyWindow();
  await settled();
  webContents.changesAddress(page);
  webContents.failsWith = code;
  webContents.reload();
  await settled();
  webContents.failsWith = null;
}

describe("a page that could not be loaded", () => {
  it("is loaded again by a restart at the same address, and is where it was", async () => {
    const path = "/spaces/cinema/production/events?user=ana&event=3";
    await reloadInVain(refused, `${platformUrl}${path}`);
    await call("restartServer");
    expect(onlyWindow().loaded).toEqual([1, 2].map((token) => `${platformUrl}/launch?token=${token}`));
    await settled();
    expect(await call("pageReady")).toEqual({ to: "address", path });
    // It is there now: the next restart leaves it alone.
    await call("restartServer");
    expect(onlyWindow().loaded).toHaveLength(2);
  });

  it("is loaded again where the window is asked for", async () => {
    await reloadInVain(refused);
    app.emit("activate");
    await settled();
    expect(onlyWindow().loaded).toHaveLength(2);
  });

  it("is none where one load was given up for another, or a frame's failed", async () => {
    await reloadInVain(aborted);
    onlyWindow().webContents.emit("did-fail-load", {}, refused, "", consolePage, false, 1, 2);
    await call("restartServer");
    expect(onlyWindow().loaded).toHaveLength(1);
  });
});

it("signs in anew where the page has lost its session", async () => {
  await runDesktop();
  await call("signIn");
  expect(onlyWindow().loaded).toEqual([1, 2].map((token) => `${platformUrl}/launch?token=${token}`));
});

describe("the window, before there is something to see", () => {
  it.each([
    [true, groundOf(true)],
    [false, groundOf(false)],
  ])("is hidden, with the ground of the system's theme: dark %s", async (isDark, ground) => {
    nativeTheme.shouldUseDarkColors = isDark;
    await runDesktop();
    expect(onlyWindow().options).toMatchObject({ show: false, backgroundColor: ground });
    expect(groundOf(true)).not.toBe(groundOf(false));
  });

  it.each(["ready-to-show", "did-finish-load", "did-fail-load"])(
    "is as large as it was at the first sign that there is something to see: %s",
    async (sign) => {
      const userData = join(base, "appData/Understudy Desktop");
      mkdirSync(userData, { recursive: true });
      const state = { bounds: { x: 0, y: 0, width: 1000, height: 700 }, maximized: true };
      writeFileSync(join(userData, "window-state.json"), JSON.stringify(state));
      await runDesktop();
      const window = onlyWindow();
      (sign === "ready-to-show" ? window : window.webContents).emit(sign, {}, aborted, "", "", true);
      expect(window.calls).toEqual(["maximize", "show"]);
    },
  );

  it("stays hidden where it was maximized", async () => {
    app.setPath("userData", join(base, "appData/Understudy Desktop"));
    await runDesktop();
    onlyWindow().destroyed = true;
    const state = { bounds: { x: 0, y: 0, width: 3000, height: 700 }, maximized: true };
    writeFileSync(join(app.getPath("userData"), "window-state.json"), JSON.stringify(state));
    screen.workAreas = [{ x: 0, y: 0, width: 1920, height: 1040 }];
    app.emit("activate");
    const window = onlyWindow();
    // No larger than its display, by the way.
    expect(window.options).toMatchObject({ x: 0, y: 0, width: 1920, height: 700 });
    expect([window.visible, window.isMaximized()]).toEqual([false, false]);
    window.emit("ready-to-show");
    expect([window.visible, window.isMaximized()]).toEqual([true, true]);
  });
});
