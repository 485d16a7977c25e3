import { existsSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { examineFolder } from "../../../src/main/examine-folder.ts";
import { runDesktop } from "../../../src/main/run-desktop.ts";
import { defaultDataDir } from "../../../src/server/locator.ts";
import { StartError, startServer } from "../../../src/server/start-server.ts";
import { asideOf, moveAside } from "../../../src/server/workspace/moved-aside.ts";
import { call, type FakeServer, freshDesktop, makeWorkspace, settled } from "../../helpers/desktop.ts";
import { eventually } from "../../helpers/eventually.ts";
import { app, dialog, shell } from "../../helpers/fake-electron.ts";

vi.mock("electron", () => import("../../helpers/fake-electron.ts"));
vi.mock("../../../src/server/start-server.ts", async (original) => ({
  ...(await original<typeof import("../../../src/server/start-server.ts")>()),
  startServer: vi.fn(),
}));

let base: string;
let leave: () => void;
let dataDir: string;
let other: string;
let server: FakeServer;
beforeEach(() => {
  ({ base, leave, dataDir, server } = freshDesktop(startServer));
  other = makeWorkspace(join(base, "other"));
});
afterEach(() => leave());

const launchAgain = (...args: string[]) => app.emit("second-instance", {}, [], "/", { args, cwd: "/" });
const flags = () =>
  vi.mocked(startServer).mock.calls.map(([{ dataDir: path, clock, lan }]) => [path, clock, lan]);
const isOpen = (path: string) =>
  eventually(async () =>
    expect(await call("getDesktop")).toMatchObject({ dataDir: path, server: "running" }),
  );

describe("a show", () => {
  const failing = () => vi.mocked(startServer).mockRejectedValueOnce(new StartError("damaged"));

  it.each([
    ["the person cancels", "Cancel", () => {}],
    ["it can't be opened", "Open Workspace", failing],
  ])("does not begin in the open workspace where another was meant: %s", async (_name, answer, prepare) => {
    await runDesktop();
    const startShow = vi.spyOn(server, "startShow");
    prepare();
    dialog.answers = [answer];
    launchAgain(`--data=${other}`, "--show=premiere");
    await eventually(() => expect(dialog.asked.at(-1)?.message).toMatch(/Open the|could not be opened/));
    // By the end of this one the first is over.
    launchAgain(`--data=${join(base, "nowhere")}`);
    await eventually(() => expect(dialog.asked.at(-1)?.message).toMatch(/^Create a new/));
    expect([startShow.mock.calls, shell.opened]).toEqual([[], []]);
  });

  it("begins in the one that was asked for", async () => {
    await runDesktop();
    dialog.answers = ["Open Workspace"];
    launchAgain(`--data=${other}`, "--show=premiere");
    await eventually(() => expect(shell.opened).toEqual(["http://127.0.0.1:4748/demo"]));
    await isOpen(other);
  });

  it("that names none is for the default one, as on the command line", async () => {
    makeWorkspace(defaultDataDir());
    await runDesktop();
    launchAgain("--show=premiere");
    await eventually(() => expect(dialog.asked.map(({ detail }) => detail)).toEqual([expect.anything()]));
    await settled();
    expect(shell.opened).toEqual([]);
  });
});

it("takes a folder by another name for the one that it is", async () => {
  await runDesktop();
  symlinkSync(dataDir, join(base, "link"));
  launchAgain(`--data=${join(base, "link")}`, "--show=premiere");
  await eventually(() => expect(shell.opened).toHaveLength(1));
  expect([dialog.asked, server.stop.mock.calls]).toEqual([[], []]);
});

describe("a clock and the network", () => {
  const clock = "2030-01-01T00:00:00Z";

  it("are for the workspace that they came with", async () => {
    await runDesktop();
    dialog.answers = ["Open Workspace"];
    launchAgain(`--data=${other}`, `--clock=${clock}`, "--lan");
    await isOpen(other);
    await call("openRecent", { path: dataDir });
    expect(flags()).toEqual([
      [dataDir, undefined, false],
      [other, clock, true],
      [dataDir, undefined, false],
    ]);
  });

  it("of the first launch are for the first workspace", async () => {
    process.argv = [...process.argv, `--clock=${clock}`, "--lan"];
    await runDesktop();
    dialog.answers = ["Open Workspace"];
    launchAgain(`--data=${other}`);
    await isOpen(other);
    expect(flags()).toEqual([
      [dataDir, clock, true],
      [other, undefined, false],
    ]);
  });
});

it("is asked about one at a time", async () => {
  const third = makeWorkspace(join(base, "third"));
  await runDesktop();
  dialog.waits = true;
  launchAgain(`--data=${other}`);
  launchAgain(`--data=${third}`);
  await eventually(() => expect(dialog.open).toHaveLength(1));
  await settled();
  expect(dialog.open[0]?.options.message).toContain("other");
  dialog.open[0]?.press("Cancel");
  await eventually(() => expect(dialog.open[0]?.options.message).toContain("third"));
  dialog.open[0]?.press("Open Workspace");
  await isOpen(third);
});

describe("a workspace that was moved away", () => {
  it("is not made anew by Restart", async () => {
    await runDesktop();
    vi.mocked(startServer).mockClear();
    dialog.waits = true;
    rmSync(dataDir, { recursive: true });
    await call("restartServer");
    await eventually(() => expect(dialog.asked).toHaveLength(1));
    expect(dialog.asked[0]?.detail).toContain(`There is no workspace in ${dataDir} any more.`);
    makeWorkspace(dataDir);
    dialog.open[0]?.press("Restart");
    await isOpen(dataDir);
    expect(startServer).toHaveBeenCalledOnce();
  });

  it("is started on by Restart where a restore that was cut off has moved it aside", async () => {
    await runDesktop();
    const kept = asideOf(dataDir, 0);
    await moveAside(dataDir, kept);
    vi.mocked(startServer).mockClear();
    await call("restartServer");
    await isOpen(dataDir);
    expect(dialog.asked).toEqual([]);
    expect(startServer).toHaveBeenCalledOnce();
    expect((await examineFolder(dataDir)).kind).toBe("workspace");
  });

  it("is not made anew where the app goes back to it", async () => {
    await runDesktop();
    dialog.waits = true;
    vi.mocked(startServer)
      .mockClear()
      .mockImplementationOnce(async () => {
        rmSync(dataDir, { recursive: true });
        throw new StartError("damaged");
      });
    launchAgain(`--data=${other}`);
    await eventually(() => expect(dialog.open).toHaveLength(1));
    dialog.open[0]?.press("Open Workspace");
    await eventually(() => expect(dialog.open[0]?.options.detail).toContain("any more"));
    expect([startServer, existsSync(dataDir)]).toEqual([expect.anything(), false]);
    expect(startServer).toHaveBeenCalledOnce();
  });
});
