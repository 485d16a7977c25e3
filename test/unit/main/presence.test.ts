import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runDesktop } from "../../../src/main/run-desktop.ts";
import { startServer } from "../../../src/server/start-server.ts";
import {
  call,
  ended,
  type FakeServer,
  fakeServer,
  freshComputer,
  onlyWindow,
} from "../../helpers/desktop.ts";
import { app, Menu, Notification, Tray } from "../../helpers/fake-electron.ts";

vi.mock("electron", () => import("../../helpers/fake-electron.ts"));
vi.mock("../../../src/server/start-server.ts", async (original) => ({
  ...(await original<typeof import("../../../src/server/start-server.ts")>()),
  startServer: vi.fn(),
}));

let leave: () => void;
let server: FakeServer;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  const computer = freshComputer();
  leave = computer.leave;
  const dataDir = join(computer.base, "workspace");
  mkdirSync(dataDir);
  process.argv = ["electron", "app", `--data=${dataDir}`];
  server = fakeServer(dataDir);
  vi.mocked(startServer).mockReset().mockResolvedValue(server);
});
afterEach(() => {
  vi.useRealTimers();
  leave();
});

const someTime = () => vi.advanceTimersByTime(5_000);

it("is quiet until it is asked to be otherwise", async () => {
  await runDesktop();
  someTime();
  server.refuse(100);
  someTime();
  expect(Notification.shown).toEqual([]);
  expect(app.badges.every((count) => count === 0)).toBe(true);
});

it("shows refused events on the icon until the person looks", async () => {
  await runDesktop();
  await call("changePreferences", { badge: true });
  server.refuse(3);
  someTime();
  expect(app.badges.at(-1)).toBe(3);
  onlyWindow().emit("focus");
  expect(app.badges.at(-1)).toBe(0);
  someTime();
  expect(app.badges.at(-1)).toBe(0);
});

it("tells of a burst, and of a server that stopped", async () => {
  await runDesktop();
  await call("changePreferences", { notifications: true });
  server.refuse(40);
  someTime();
  server.fail("the disk is gone");
  await ended();
  expect(Notification.shown).toEqual([
    { title: "Events are refused", body: "40 within a minute. The Events page says why." },
    { title: "Understudy's server stopped", body: "the disk is gone" },
  ]);
});

it("follows the server in the tray, and leaves a menu alone that would read the same", async () => {
  await runDesktop();
  const installed = Menu.installed;
  const shown = Tray.all[0]?.menu;
  someTime();
  expect(Tray.all[0]?.menu).toBe(shown);
  expect(Menu.installed).toBe(installed);
  await call("pauseIngestion", { paused: true });
  expect(Tray.all[0]?.menu.map(({ label }) => label)).toContain("Resume Ingestion");
});

it("runs without a tray where the desktop has none", async () => {
  Tray.fails = true;
  await runDesktop();
  expect(onlyWindow().loaded).toHaveLength(1);
});
