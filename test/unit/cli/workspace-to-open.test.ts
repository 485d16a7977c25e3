import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { appSettings } from "../../../src/cli/config-folder.ts";
import { assertIsThere, workspaceToOpen } from "../../../src/cli/workspace-to-open.ts";
import { ShellMemory } from "../../../src/main/shell-memory.ts";
import { defaultDataDir } from "../../../src/server/locator.ts";
import { asideOf, moveAside } from "../../../src/server/workspace/moved-aside.ts";

let base: string;
let memory: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "understudy-to-open-"));
  for (const name of ["HOME", "USERPROFILE", "APPDATA", "XDG_CONFIG_HOME", "XDG_DATA_HOME"])
    vi.stubEnv(name, base);
  memory = join(appSettings(), "Understudy Desktop/desktop.json");
  mkdirSync(dirname(memory), { recursive: true });
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(base, { recursive: true });
});

const byDefault = () => ({ dataDir: defaultDataDir(), by: "default" });
const opened = (dataDir: string) => new ShellMemory(memory).noteWorkspace(dataDir);

describe("workspaceToOpen", () => {
  it("is the default one where the app never ran", async () => {
    expect(workspaceToOpen({})).toEqual(byDefault());
    await assertIsThere(workspaceToOpen({}));
  });

  it("is the one that the app itself notes as its last", () => {
    opened("/shop");
    expect(workspaceToOpen({})).toEqual({ dataDir: "/shop", by: "memory" });
  });

  it("is the default one where that was the last", () => {
    opened(defaultDataDir());
    expect(workspaceToOpen({})).toEqual(byDefault());
  });

  it("is the one that is named, or the default one for a seed, as in the app", () => {
    opened("/shop");
    expect(workspaceToOpen({ data: "/b", seed: "demo" })).toEqual({ dataDir: "/b", by: "flag" });
    expect(workspaceToOpen({ seed: "demo" })).toEqual(byDefault());
  });

  it.each([
    "",
    "{",
    "[]",
    "null",
    "{}",
    '{"lastWorkspace":null}',
    '{"lastWorkspace":""}',
    '{"lastWorkspace":1}',
  ])("survives %j", (text) => {
    writeFileSync(memory, text);
    expect(workspaceToOpen({})).toEqual(byDefault());
  });
});

describe("assertIsThere", () => {
  it("refuses a last workspace that is gone, and names the way on", async () => {
    opened(join(base, "gone"));
    await expect(assertIsThere(workspaceToOpen({}))).rejects.toThrow(
      `The workspace that was open last is gone: ${join(base, "gone")}. Name one: \`understudy open --data ${defaultDataDir()}\``,
    );
  });

  it("takes one that is there, also where a restore that was cut off has moved it aside", async () => {
    const last = join(base, "last");
    mkdirSync(last);
    writeFileSync(join(last, "workspace.json"), "{}");
    opened(last);
    await assertIsThere(workspaceToOpen({}));
    await moveAside(last, asideOf(last, 0));
    await assertIsThere(workspaceToOpen({}));
  });
});
