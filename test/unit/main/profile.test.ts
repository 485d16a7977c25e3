import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runDesktop } from "../../../src/main/run-desktop.ts";
import { startServer } from "../../../src/server/start-server.ts";
import { call, freshDesktop, makeWorkspace, settled } from "../../helpers/desktop.ts";
import { eventually } from "../../helpers/eventually.ts";
import { app, dialog } from "../../helpers/fake-electron.ts";

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

const own = () => join(base, "appData/Understudy Desktop");

describe("Chromium's profile, and the shell's memory in it", () => {
  it("has a folder of its own", async () => {
    await runDesktop();
    expect(app.getPath("userData")).toBe(own());
    expect(existsSync(join(own(), "desktop.json"))).toBe(true);
  });

  it("is where --user-data-dir says", async () => {
    app.switches = ["user-data-dir"];
    const given = makeWorkspace(join(base, "Understudy"));
    await runDesktop();
    expect(app.getPath("userData")).toBe(given);
    expect([existsSync(join(given, "desktop.json")), existsSync(own())]).toEqual([true, false]);
  });

  // Windows has no such bits: there the folder is its owner's by the system's own rights.
  it.runIf(process.platform !== "win32")(
    "is a file that only its owner can read, however often it is written",
    async () => {
      await runDesktop();
      const mode = () => statSync(join(own(), "desktop.json")).mode & 0o777;
      expect(mode()).toBe(0o600);
      await call("changePreferences", { badge: true });
      expect(mode()).toBe(0o600);
    },
  );
});

it.each([
  ["no-sandbox", false, "install the deb instead"],
  ["no-sandbox", true, "install the deb instead"],
  ["remote-debugging-port", true, "to other programs"],
  ["remote-debugging-pipe", true, "to other programs"],
])("does not start with --%s, packaged: %s", async (name, isPackaged, why) => {
  const exit = vi.spyOn(app, "exit").mockImplementation(() => undefined);
  Object.assign(app, { switches: [name], isPackaged });
  await runDesktop();
  expect(dialog.errors.at(-1)?.[1]).toContain(why);
  expect(exit).toHaveBeenCalledWith(2);
  expect(startServer).not.toHaveBeenCalled();
});

it("may be looked into by a developer", async () => {
  app.switches = ["remote-debugging-port"];
  await runDesktop();
  expect(startServer).toHaveBeenCalled();
});

it("keeps the token of its own environment, whatever a second launch brings", async () => {
  vi.stubEnv("UNDERSTUDY_TOKEN", "the-token-of-the-first");
  await runDesktop();
  vi.stubEnv("UNDERSTUDY_TOKEN", "the-token-of-another");
  const other = makeWorkspace(join(base, "other"));
  dialog.answers = ["Open Workspace"];
  app.emit("second-instance", {}, [], "/", { args: [`--data=${other}`, "--port=4900"], cwd: "/" });
  await eventually(() => expect(startServer).toHaveBeenCalledTimes(2));
  await settled();
  expect(vi.mocked(startServer).mock.lastCall?.[0]).toMatchObject({
    dataDir: other,
    token: "the-token-of-the-first",
    port: 4900,
  });
});
