import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ipcContract } from "../../../src/core/ipc.ts";
import { channelOf, type IpcCall, ipcCalls } from "../../../src/core/ipc-names.ts";
import { runDesktop } from "../../../src/main/run-desktop.ts";
import { workspaceOfFile } from "../../../src/main/workspace-of-argument.ts";
import { StartError, startServer } from "../../../src/server/start-server.ts";
import {
  call,
  chooserPage,
  consolePage,
  type FakeServer,
  freshDesktop,
  makeWorkspace,
  onlyWindow,
  platformUrl,
  top,
} from "../../helpers/desktop.ts";
import { eventually } from "../../helpers/eventually.ts";
import { app, BrowserWindow, dialog, shell } from "../../helpers/fake-electron.ts";

vi.mock("electron", () => import("../../helpers/fake-electron.ts"));
vi.mock("../../../src/server/start-server.ts", async (original) => ({
  ...(await original<typeof import("../../../src/server/start-server.ts")>()),
  startServer: vi.fn(),
}));

let base: string;
let leave: () => void;
let dataDir: string;
let server: FakeServer;
beforeEach(async () => {
  ({ base, leave, dataDir, server } = freshDesktop(startServer));
  await runDesktop();
});
afterEach(() => leave());

const subject = { spaceId: "spc_1", platform: "browser", lang: "typescript" };
/** An argument of each call that fits. */
const fitting: Readonly<Record<IpcCall, unknown>> = {
  getDesktop: undefined,
  pageReady: undefined,
  signIn: undefined,
  showTheme: "dark",
  changePreferences: { badge: true },
  revealDataFolder: undefined,
  openLogs: undefined,
  openRecent: { path: "/other" },
  showChooser: undefined,
  restartServer: undefined,
  pauseIngestion: { paused: true },
  listExportFolders: { spaceId: "spc_1" },
  pickExportFolder: subject,
  findInExport: { ...subject, path: "cinema/index.ts" },
  writeExport: { ...subject, moves: [] },
  openExportFolder: subject,
  getChooser: undefined,
  pickWorkspace: undefined,
  openWorkspace: { folder: "suggested", start: "demo" },
};
const ownPage = (name: IpcCall) => (ipcContract[name].from === "console" ? consolePage : chooserPage);
const done = () => [...shell.opened, ...shell.revealed, ...dialog.pickers, ...BrowserWindow.all.slice(1)];

describe("every channel", () => {
  const foreign = (own: string) => ({
    "another origin": top("https://example.com/"),
    "another port": top("http://127.0.0.1:4748/spaces/x"),
    "another page of the platform": top(`${platformUrl}/docs`),
    "a file": top("file:///out/renderer/chooser.html"),
    "a page of the other window": top(own === consolePage ? chooserPage : consolePage),
    "a frame inside the page": { senderFrame: { url: own, parent: {} } },
    "a frame that is gone": { senderFrame: null },
    "no address": top(""),
  });
  for (const name of ipcCalls)
    it.each(Object.entries(foreign(ownPage(name))))(`${name} refuses %s`, async (_name, event) => {
      await expect(call(name, fitting[name], event)).rejects.toThrow("is refused to this sender");
      expect(done()).toEqual([]);
    });

  const junk = [null, 0, "x", [], { path: "../x" }, { more: 1 }, { ...subject, path: "../../etc/passwd" }];
  for (const name of ipcCalls)
    it.each(junk.filter((one) => !ipcContract[name].argument.safeParse(one).success))(
      `${name} refuses the argument %j`,
      async (argument) => {
        await expect(call(name, argument, top(ownPage(name)))).rejects.toThrow("is refused:");
        expect(done()).toEqual([]);
      },
    );

  it("answers what the contract says", async () => {
    const plain = ["getDesktop", "pageReady", "changePreferences", "pauseIngestion", "listExportFolders"];
    for (const name of [...plain, "pickExportFolder", "getChooser", "pickWorkspace"] as IpcCall[]) {
      const answer = await call(name, fitting[name], top(ownPage(name)));
      expect(ipcContract[name].answer.safeParse(answer)).toMatchObject({ success: true });
    }
  });
});

describe("a call", () => {
  it("opens the data folder and the logs", async () => {
    await call("revealDataFolder");
    await call("openLogs");
    expect(shell.revealed).toEqual([dataDir, join(dataDir, ".understudy/logs")]);
  });

  it("pauses and resumes ingestion, and tells the page", async () => {
    expect(await call("pauseIngestion", { paused: true })).toMatchObject({ ingestion: "paused" });
    expect(server.state.paused).toBe(true);
    expect(onlyWindow().webContents.sent.at(-1)).toMatchObject([
      channelOf("desktopChanged"),
      { ingestion: "paused" },
    ]);
    expect(await call("pauseIngestion", { paused: false })).toMatchObject({ ingestion: "running" });
  });

  it("restarts the server", async () => {
    await call("restartServer");
    expect(server.stop).toHaveBeenCalledOnce();
    expect(startServer).toHaveBeenCalledTimes(2);
  });

  it("has code written into the folder that the person picked, and nowhere else", async () => {
    const picked = join(base, "project");
    mkdirSync(picked);
    dialog.picks.push(picked);
    await call("pickExportFolder", subject);
    const write = { path: "cinema/index.ts", text: "export {};\n", replaces: false, before: null };
    await call("writeExport", { ...subject, moves: [write] });
    expect(await call("findInExport", { ...subject, path: "cinema/index.ts" })).toMatchObject({
      text: "export {};\n",
    });
    await call("openExportFolder", subject);
    expect(shell.revealed).toEqual([picked]);
    expect(await call("listExportFolders", { spaceId: "spc_1" })).toEqual([
      { ...subject, name: "project", path: picked },
    ]);
  });

  it("starts the app at login where it is installed, and says where it cannot", async () => {
    expect(await call("getDesktop")).toMatchObject({ canOpenAtLogin: false });
    await call("changePreferences", { openAtLogin: true });
    expect(app.loginItems).toEqual([]);
  });
});

describe("changing the workspace", () => {
  it("takes recent ones only, and shows their console", async () => {
    const other = makeWorkspace(join(base, "other"));
    await expect(call("openRecent", { path: other })).rejects.toThrow("none of the recent");
    dialog.answers = ["Open Workspace"];
    app.emit("second-instance", {}, [], "/", { args: [`--data=${other}`], cwd: "/" });
    await eventually(() => expect(onlyWindow().loaded).toHaveLength(2));
    expect(await call("getDesktop")).toMatchObject({ dataDir: other, recents: [dataDir] });
    await call("openRecent", { path: dataDir });
    expect(await call("getDesktop")).toMatchObject({ dataDir, recents: [other] });
    expect(onlyWindow().loaded).toHaveLength(3);
  });

  const choose = (start: string, folder: unknown = "picked") =>
    call("openWorkspace", { folder, start }, top(chooserPage));

  it("opens the folder that the system's dialog gave, with the demo or without", async () => {
    const picked = join(base, "new");
    dialog.picks.push(picked);
    await call("showChooser");
    const state = await call("pickWorkspace", undefined, top(chooserPage));
    expect(state).toMatchObject({ picked: { path: picked, kind: "new", problem: null } });
    // The system's dialog belongs to the window that asks.
    expect(dialog.pickers.at(-1)?.over).toBe(BrowserWindow.open().at(-1));
    expect(await choose("demo")).toEqual({ problem: null });
    expect(vi.mocked(startServer).mock.lastCall?.[0]).toMatchObject({ dataDir: picked, seed: "demo" });
    expect(server.stop).toHaveBeenCalledOnce();
    // The chooser has closed, and the console shows the new workspace.
    expect(onlyWindow().loaded).toHaveLength(2);
    // And of it the demo's Space.
    expect(await call("pageReady")).toEqual({ to: "address", path: "/spaces/cinema/development/overview" });
  });

  it("begins a show in a new one: the Stage in the window, the sample app in the browser", async () => {
    dialog.picks.push(join(base, "new"));
    await call("pickWorkspace", undefined, top(chooserPage));
    expect(await choose("show")).toEqual({ problem: null });
    expect(await call("pageReady")).toEqual({ to: "address", path: "/spaces/cinema/development/stage" });
    expect(shell.opened).toEqual(["http://127.0.0.1:4748/demo"]);
  });

  it.each([
    ["a new workspace", (folder: string) => mkdirSync(folder), ["shop.understudy"]],
    [
      "no workspace that is there",
      (folder: string) => {
        mkdirSync(folder);
        writeFileSync(join(folder, "workspace.json"), '{"schemaVersion":1}');
      },
      ["workspace.json"],
    ],
  ])("puts a file that opens it by a double click into %s", async (_, prepare, want) => {
    const picked = join(base, "shop");
    prepare(picked);
    dialog.picks.push(picked);
    await call("pickWorkspace", undefined, top(chooserPage));
    expect(await choose("empty")).toEqual({ problem: null });
    expect(readdirSync(picked).filter((name) => name !== ".understudy")).toEqual(want);
    for (const name of want) expect(workspaceOfFile(join(picked, name))).toBe(picked);
  });

  it.each([
    ["picked", "Choose a folder first."],
    [{ recent: 7 }, "Choose a folder first."],
  ])("opens nothing that was not offered: %j", async (folder, problem) => {
    expect(await choose("empty", folder)).toEqual({ problem });
    expect(startServer).toHaveBeenCalledOnce();
  });

  it("opens the recent one that the page shows, though another was taken off the list since", async () => {
    const [gone, other] = ["gone", "other"].map((name) => makeWorkspace(join(base, name)));
    for (const path of [other, gone, dataDir]) {
      dialog.answers = ["Open Workspace"];
      app.emit("second-instance", {}, [], "/", { args: [`--data=${path}`], cwd: "/" });
      await eventually(async () => expect(await call("getDesktop")).toMatchObject({ dataDir: path }));
    }
    const shown = await call("getChooser", undefined, top(chooserPage));
    expect(shown).toMatchObject({ recents: [{ path: dataDir }, { path: gone }, { path: other }] });
    rmSync(gone as string, { recursive: true });
    dialog.answers = ["Remove from List"];
    await call("openRecent", { path: gone });
    expect(await choose("empty", { recent: 2 })).toEqual({ problem: null });
    expect(await call("getDesktop")).toMatchObject({ dataDir: other });
  });

  it("lays no demo into a workspace that is there", async () => {
    const picked = join(base, "there");
    mkdirSync(picked);
    writeFileSync(join(picked, "workspace.json"), '{"schemaVersion":1}');
    dialog.picks.push(picked);
    await call("pickWorkspace", undefined, top(chooserPage));
    await choose("demo");
    expect(vi.mocked(startServer).mock.lastCall?.[0]).toMatchObject({ dataDir: picked, seed: undefined });
  });

  it("says why one could not be opened, and goes on with the one before", async () => {
    dialog.picks.push(join(base, "new"));
    await call("pickWorkspace", undefined, top(chooserPage));
    vi.mocked(startServer).mockRejectedValueOnce(new StartError("the disk is full"));
    expect(await choose("empty")).toEqual({ problem: "the disk is full" });
    expect(await call("getDesktop")).toMatchObject({ dataDir, server: "running" });
    expect(dialog.asked).toEqual([]);
  });
});
