import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { desktopArguments } from "../../../src/cli/desktop-arguments.ts";
import { otherWorkspace } from "../../../src/main/first-workspace.ts";
import { readLaunch, readLink, withLater } from "../../../src/main/launch-request.ts";
import { defaultDataDir } from "../../../src/server/locator.ts";

const nothing = { port: undefined, sdkPort: undefined, seed: undefined, clock: undefined, lan: false };

describe("readLaunch", () => {
  it.each([
    [
      "all of them",
      { dataDir: "/a b", port: 0, sdkPort: 5000, seed: "demo", clock: "2026-12-24T18:00:00Z", lan: true },
    ],
    ["a seed that comes with Understudy", { dataDir: undefined, ...nothing, seed: "premiere" }],
    ["a show", { dataDir: undefined, ...nothing, show: "premiere" }],
    ["the folder alone", { dataDir: "/a", ...nothing }],
    ["no folder, which nobody named", { dataDir: undefined, ...nothing, seed: "demo" }],
  ])("reads what the launcher passes on: %s", (_name, given) => {
    const { dataDir, show, ...server } = { show: undefined, ...given };
    expect(readLaunch(desktopArguments({ dataDir, show, ...server }), {}, "/")).toEqual({
      dataDir: dataDir ?? null,
      path: null,
      hidden: false,
      show: show ?? null,
      server: { ...server, token: undefined },
    });
  });

  it("takes the token from the environment, and leaves Chromium's arguments alone", () => {
    const env = { UNDERSTUDY_TOKEN: "t".repeat(16) };
    const launch = readLaunch(["--data=/a", "--ozone-platform=x11", "--inspect"], env, "/");
    expect(launch).toMatchObject({ dataDir: "/a", server: { token: "t".repeat(16) } });
  });

  it.each([
    ["a line's end, as files have it", `${"t".repeat(16)}\r\n`, "t".repeat(16)],
    ["nothing", "", undefined],
    ["blanks alone, which are none", " \n", undefined],
  ])("takes the token as the command line does: %s", (_name, token, want) => {
    expect(readLaunch([], { UNDERSTUDY_TOKEN: token }, "/").server.token).toBe(want);
  });

  it.each([
    ["the default folder, which somebody named", [`--data=${defaultDataDir()}`], defaultDataDir(), null],
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

describe("what comes from outside chooses no workspace", () => {
  const none = { dataDir: null, path: null };
  it.each([
    ["a link with a way to a folder", ["understudy:../../../../../tmp/evil/workspace.json"]],
    ["a link with an absolute path", ["understudy:/tmp/evil/workspace.json"]],
    ["a link with a host", ["understudy://tmp/evil/workspace.json"]],
    ["a link to a file that the app is registered for", ["understudy:../../../tmp/evil/shop.understudy"]],
    ["a link in other letters", ["UNDERSTUDY:../../../tmp/evil/workspace.json"]],
    ["a link after the end of the flags", ["--", "understudy:../../../tmp/evil/workspace.json"]],
    ["a link that is broken in two by a quotation mark", ["understudy://x", "--data=/tmp/evil"]],
    ["the same with a file", ["understudy://x", "/tmp/evil/workspace.json"]],
    ["a web address", ["https://example.com/workspace.json"]],
    ["a web address broken in two", ["https://example.com/", "--data=/tmp/evil"]],
    ["a made-up scheme", ["a+b-c.d1:/tmp/evil/workspace.json"]],
    ["a file on another computer", ["file://evil.example/share/shop.understudy"]],
    ["a file of another kind", ["file:///tmp/evil/workspace.json"]],
    ["a file with nothing but the ending", ["file:///tmp/.understudy"]],
    ["a file whose name has an end in it", ["file:///tmp/evil%00/shop.understudy"]],
    ["a file with a separator that is written otherwise", ["file:///tmp%2Fevil/shop.understudy"]],
  ] as const)("%s", (_name, args) => {
    expect(readLaunch([...args], {}, "/a/b/c/d/e")).toMatchObject(none);
  });

  it.each([
    "understudy:../../../../../tmp/evil/workspace.json",
    "/tmp/evil/workspace.json",
    "file:///tmp/evil/shop.understudy",
    "--data=/tmp/evil",
  ])("nor does %s by macOS's own way for links", (link) => {
    expect(readLink(link)).toMatchObject(none);
  });

  it("and no flag follows a link", () => {
    const link = "understudy://spaces/cinema/production/events";
    const { path, server } = readLaunch(["--port=1", link, "--lan", "--sdk-port=2"], {}, "/");
    expect({ path, server }).toMatchObject({
      path: "/spaces/cinema/production/events",
      server: { port: 1, sdkPort: undefined, lan: false },
    });
  });
});

describe("a file as Linux's file managers name it", () => {
  it.each(["file://", "file://localhost", "FILE://"])("is the workspace that it lies in: %s", (start) => {
    const { dataDir } = readLaunch([`${start}/home/u/My%20Shop/shop.understudy`], {}, "/cwd");
    expect(dataDir).toBe("/home/u/My Shop");
  });

  it("or the workspace itself, where that is a folder with the ending; a snapshot is none", () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "understudy-launch-")));
    const folder = join(base, "shop ü.understudy");
    mkdirSync(folder);
    const file = join(base, "mine.understudy");
    writeFileSync(file, "");
    const snapshot = join(base, "show.understudy");
    writeFileSync(snapshot, gzipSync("a snapshot"));
    const open = (path: string) => readLaunch([pathToFileURL(path).href], {}, "/cwd").dataDir;
    expect([open(folder), open(file), open(snapshot)]).toEqual([folder, base, null]);
    rmSync(base, { recursive: true });
  });

  it("a drive of Windows is no scheme", () => {
    expect(readLaunch(["C:/shop/workspace.json"], {}, "/cwd").dataDir).toBe("/cwd/C:/shop");
  });
});

describe("a launch while the app runs", () => {
  const launch = (...args: string[]) => readLaunch(args, { UNDERSTUDY_TOKEN: "t".repeat(16) }, "/cwd");
  const later = (...args: string[]) => readLaunch(args, {}, "/later");

  it("changes what it names, and leaves the rest, the token among it, but for what was for another workspace", () => {
    const first = launch("--data=a", "--port=1", "--clock=2026-12-24T18:00:00Z");
    const flags = ["--data=b", "--seed=s.json", "--port=2", "--sdk-port=3", "--lan"];
    expect(withLater(first, later(...flags))).toEqual({
      dataDir: "/later/b",
      path: null,
      hidden: false,
      show: null,
      server: {
        port: 2,
        sdkPort: 3,
        seed: "/later/s.json",
        lan: true,
        token: "t".repeat(16),
      },
    });
    expect(withLater(first, later())).toEqual(first);
    expect(withLater(first, { ...later(), dataDir: first.dataDir })).toEqual(first);
    expect(withLater(launch("--lan"), later()).server.lan).toBe(true);
  });

  it.each([
    ["no workspace", [], null],
    ["the open one", ["--data=/open"], null],
    ["another", ["--data=/b"], "/b"],
    ["the default one", [`--data=${defaultDataDir()}`], defaultDataDir()],
    ["a seed alone, which is for the default one", ["--seed=demo"], defaultDataDir()],
    ["a seed for the open one", ["--data=/open", "--seed=demo"], null],
  ] as const)("names %s", (_name, args, want) => {
    expect(otherWorkspace(later(...args), "/open")).toBe(want);
  });
});
