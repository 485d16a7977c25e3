import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { firstWorkspace } from "../../../src/main/first-workspace.ts";
import { readLaunch } from "../../../src/main/launch-request.ts";
import { asideOf, moveAside } from "../../../src/server/workspace/moved-aside.ts";

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "understudy-first-"));
});
afterEach(() => rmSync(base, { recursive: true }));

const first = (lastWorkspace: string) => firstWorkspace(readLaunch([], {}, base), { lastWorkspace });
function workspace(): string {
  const folder = join(base, "last");
  mkdirSync(folder);
  writeFileSync(join(folder, "workspace.json"), "{}");
  return folder;
}

describe("the workspace to begin with", () => {
  it("is the last one, also where a restore that was cut off has moved it aside", async () => {
    const folder = workspace();
    expect(await first(folder)).toBe(folder);
    await moveAside(folder, asideOf(folder, 0));
    expect(await first(folder)).toBe(folder);
  });

  it("is asked for where the last one is gone, and where it can't be looked at", async () => {
    expect(await first(join(base, "gone"))).toBeNull();
    // Nothing can lie below a file: no way of looking there answers.
    writeFileSync(join(base, "file"), "");
    expect(await first(join(base, "file", "last"))).toBeNull();
  });
});
