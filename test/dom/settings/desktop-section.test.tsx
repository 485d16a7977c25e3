import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import type { DesktopBridge, DesktopState } from "../../../src/core/ipc.ts";
import { DesktopSection } from "../../../src/renderer/settings/DesktopSection.tsx";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { showConsole, showPart } from "../../helpers/dom/show.tsx";

const linux: DesktopState = {
  platform: "linux",
  dataDir: "/home/ida/understudy",
  recents: [],
  preferences: { openAtLogin: false, keepInTray: null, badge: true, notifications: false },
  canOpenAtLogin: true,
  server: "running",
  ingestion: "running",
};

/** The section in a desktop app that is like this and keeps what is switched, and what that app was asked for. */
function showIn(state: DesktopState) {
  const asked: unknown[] = [];
  let { preferences } = state;
  const note = (call: string) => async (argument?: unknown) => void asked.push([call, argument]);
  const bridge = {
    changePreferences: async (patch: object) => {
      asked.push(patch);
      preferences = { ...preferences, ...patch };
      return { ...state, preferences };
    },
    openRecent: note("openRecent"),
    openLogs: note("openLogs"),
    restartServer: note("restartServer"),
    showChooser: note("showChooser"),
    revealDataFolder: () => Promise.reject(new Error("The folder is gone.")),
  };
  vi.stubGlobal("understudyDesktop", bridge as unknown as DesktopBridge);
  const { console } = showPart(emptyCinema(), <DesktopSection />);
  console.desktop.setState({ state });
  return { asked };
}

const names = ["Refused events", "Notifications", "Keep running", "Open at login"] as const;
/** The switches that are there, and whether they are on. */
const switches = () =>
  names.flatMap((name) => {
    const [one] = page.getByRole("switch", { name }).elements();
    return one === undefined ? [] : [[name, one.getAttribute("aria-checked") === "true"]];
  });

it.each([
  ["linux", true, ["Refused events", "Notifications", "Keep running", "Open at login"]],
  ["windows", false, ["Refused events", "Notifications", "Keep running"]],
  ["mac", true, ["Refused events", "Notifications", "Open at login"]],
  ["mac", false, ["Refused events", "Notifications"]],
] as const)(
  "has the switches of its system: %s, which can open it at login: %s",
  async (platform, canOpenAtLogin, there) => {
    showIn({ ...linux, platform, canOpenAtLogin });
    await expect.poll(() => switches().map(([name]) => name)).toEqual(there);
    expect(page.getByRole("switch").all()).toHaveLength(there.length);
  },
);

it("shows what is kept, and changes of it what is switched", async () => {
  const { asked } = showIn(linux);
  const on = () => switches().flatMap(([name, isOn]) => (isOn ? [name] : []));
  await expect.poll(on).toEqual(["Refused events"]);
  for (const name of names) await page.getByRole("switch", { name }).click();
  await expect.poll(on).toEqual(["Notifications", "Keep running", "Open at login"]);
  await page.getByRole("switch", { name: "Keep running" }).click();
  await expect.poll(on).toEqual(["Notifications", "Open at login"]);
  expect(asked).toEqual([
    { badge: false },
    { notifications: true },
    { keepInTray: true },
    { openAtLogin: true },
    { keepInTray: false },
  ]);
});

it("opens the workspace that is chosen of those that were open, and says what could not be done", async () => {
  const { asked } = showIn({ ...linux, recents: ["/home/ida/a", "/home/ida/b"] });
  const more = page.getByRole("button", { name: "More for the workspace" });
  await more.click();
  expect(page.getByRole("separator").all()).toHaveLength(1);
  await page.getByRole("menuitem", { name: "/home/ida/b" }).click();
  expect(asked).toEqual([["openRecent", { path: "/home/ida/b" }]]);
  await page.getByRole("button", { name: "Show folder" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("The folder is gone.");
  await page.getByRole("button", { name: "Switch workspace" }).click();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

it("divides nothing in a menu that has no other workspaces", async () => {
  const { asked } = showIn(linux);
  await page.getByRole("button", { name: "More for the workspace" }).click();
  await expect.element(page.getByRole("menuitem")).toHaveLength(2);
  expect(page.getByRole("separator").all()).toEqual([]);
  await page.getByRole("menuitem", { name: "Restart" }).click();
  expect(asked).toEqual([["restartServer", undefined]]);
});

it("says on any page what the app could not do, also where the server is gone", async () => {
  const refuse = (reason: string) => () => Promise.reject(new Error(reason));
  vi.stubGlobal("understudyDesktop", {
    on: () => () => {},
    getDesktop: async () => ({ ...linux, ingestion: "paused" }),
    pageReady: async () => null,
    showTheme: async () => {},
    listExportFolders: async () => [],
    pauseIngestion: refuse("It is stopping."),
    openLogs: refuse("The logs are gone."),
  });
  const api = emptyCinema();
  const { fetch } = api;
  let isGone = false;
  Object.assign(api, {
    fetch: (...asked: Parameters<typeof fetch>) =>
      isGone ? Promise.reject(new TypeError("gone")) : fetch(...asked),
  });
  showConsole(api, "tribes");
  await page.getByRole("button", { name: "Resume" }).click();
  await expect.element(page.getByText("It is stopping.")).toBeVisible();
  isGone = true;
  await page.getByRole("button", { name: "Open logs" }).click();
  await expect.element(page.getByText("The logs are gone.")).toBeVisible();
});
