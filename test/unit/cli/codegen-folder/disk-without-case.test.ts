import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import type * as FileSystem from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, sep } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { applyPlan } from "../../../../src/cli/codegen-folder/apply-plan.ts";
import { readManifest } from "../../../../src/cli/codegen-folder/manifest.ts";
import { planChanges } from "../../../../src/cli/codegen-folder/plan-changes.ts";
import { manifestName } from "../../../../src/core/codegen/folder/manifest.ts";

/** Where names that differ only in case are the same, as on macOS and Windows; `failsAt`: where a renaming fails, once. */
const disk = vi.hoisted(() => ({ root: "", failsAt: "" }));
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof FileSystem>();
  const entryOf = (folder: string, name: string) =>
    existsSync(folder)
      ? (readdirSync(folder).find((one) => one.toLowerCase() === name.toLowerCase()) ?? name)
      : name;
  const found = (path: string): string =>
    path.startsWith(disk.root + sep)
      ? join(found(dirname(path)), entryOf(found(dirname(path)), basename(path)))
      : path;
  return {
    ...real,
    lstat: (path: string) => real.lstat(found(path)),
    readFile: (path: string, how: "utf8") => real.readFile(found(path), how),
    rm: (path: string, options: object) => real.rm(found(path), options),
    rename: async (from: string, to: string) => {
      const [source, target] = [found(from), join(found(dirname(to)), basename(to))];
      if (disk.failsAt !== "" && to.endsWith(disk.failsAt)) {
        disk.failsAt = "";
        throw new Error("no room");
      }
      if (existsSync(found(to)) && found(to) !== source) rmSync(found(to));
      await real.rename(source, target);
    },
  };
});

let root: string;
beforeEach(() => {
  disk.root = realpathSync(mkdtempSync(join(tmpdir(), "understudy-case-")));
  disk.failsAt = "";
  root = join(disk.root, "code");
  vi.stubEnv("UNDERSTUDY_CONFIG_DIR", `${disk.root}-own`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const one of [disk.root, `${disk.root}-own`]) rmSync(one, { recursive: true, force: true });
});

async function update(files: Record<string, string>): Promise<readonly string[]> {
  const generated = Object.entries(files).map(([path, text]) => ({ path, text }));
  const plan = await planChanges({
    root,
    spaceId: "spc_1",
    files: generated,
    manifest: await readManifest(root),
  });
  await applyPlan(plan);
  return plan.changes.map(({ path, kind }) => `${kind} ${path}`);
}
const there = () =>
  readdirSync(root)
    .filter((name) => name !== manifestName)
    .map((name) => [name, readFileSync(join(root, name), "utf8")]);

const before = { "MyHero.kt": "class MyHero\n", "Space.kt": "space\n" };
const after = { "Myhero.kt": "class Myhero\n", "Space.kt": "space\n" };

it("gives a file that is renamed only by its case its new name, as nobody's edit", async () => {
  await update(before);
  expect(await update(after)).toEqual(["missing Myhero.kt", "stale MyHero.kt"]);
  expect(there()).toEqual(Object.entries(after));
  expect(await update(after)).toEqual([]);
});

it.each(["code/Myhero.kt", manifestName])(
  "puts the old one back where the update fails at %s",
  async (place) => {
    await update(before);
    disk.failsAt = place;
    await expect(update(after)).rejects.toThrow("Nothing was changed");
    disk.failsAt = "";
    expect(there()).toEqual(Object.entries(before));
    await update(after);
    expect(there()).toEqual(Object.entries(after));
  },
);
