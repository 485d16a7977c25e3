import { describe, expect, it } from "vitest";
import { desktopArguments } from "../../../src/cli/desktop-arguments.ts";
import { readLaunch } from "../../../src/main/launch-request.ts";
import { defaultDataDir } from "../../../src/server/locator.ts";

const nothing = { port: undefined, sdkPort: undefined, seed: undefined, clock: undefined, lan: false };

describe("readLaunch", () => {
  it.each([
    [
      "all of them",
      { dataDir: "/a b", port: 0, sdkPort: 5000, seed: "demo", clock: "2026-12-24T18:00:00Z", lan: true },
    ],
    ["the folder alone", { dataDir: "/a", ...nothing }],
  ])("reads what the launcher passes on: %s", (_name, { dataDir, ...server }) => {
    expect(readLaunch(desktopArguments({ dataDir, ...server }), {}, "/")).toEqual({
      dataDir,
      path: null,
      server: { ...server, token: undefined },
    });
  });

  it("takes the token from the environment, and leaves Chromium's arguments alone", () => {
    const env = { UNDERSTUDY_TOKEN: "t".repeat(16) };
    const launch = readLaunch(["--data=/a", "--ozone-platform=x11", "--inspect"], env, "/");
    expect(launch).toMatchObject({ dataDir: "/a", server: { token: "t".repeat(16) } });
  });

  it.each([
    ["the default folder, which the launcher names for nobody", [`--data=${defaultDataDir()}`], null, null],
    ["a relative folder", ["--data=b"], "/cwd/b", null],
    ["a workspace's file", ["/w/workspace.json"], "/w", null],
    ["a relative file", ["w/workspace.json"], "/cwd/w", null],
    ["a file that the app is registered for", ["/w/cinema.understudy"], "/w", null],
    ["the private folder of a workspace", ["/w/.understudy"], null, null],
    ["another file", ["/etc/passwd"], null, null],
    ["a link", ["understudy://spaces/cinema/production/events"], null, "/spaces/cinema/production/events"],
    ["a hostile link", ["understudy://spaces/../../etc"], null, null],
  ] as const)("%s", (_name, args, dataDir, path) => {
    expect(readLaunch([...args], {}, "/cwd")).toMatchObject({ dataDir, path });
  });
});
