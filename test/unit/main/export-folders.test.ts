import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ExportFolders } from "../../../src/main/export-folders.ts";
import { ShellMemory } from "../../../src/main/shell-memory.ts";
import { lockRoot, noteMoves } from "../../../src/server/code-folder/journal.ts";
import { dialog, resetFakeElectron, shell } from "../../helpers/fake-electron.ts";

vi.mock("electron", () => import("../../helpers/fake-electron.ts"));

let base: string;
let root: string;
let exports: ExportFolders;
const subject = { spaceId: "spc_1", platform: "browser", lang: "typescript" };
const memory = () => new ShellMemory(join(base, "desktop.json"));
const made = (path: string, text: string) => ({ path, text, replaces: false, before: null });

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "understudy-export-")));
  resetFakeElectron(base);
  root = join(base, "project");
  mkdirSync(root);
  exports = new ExportFolders(
    memory(),
    () => null,
    () => base,
  );
  vi.stubEnv("UNDERSTUDY_CONFIG_DIR", `${base}-own`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const one of [base, `${base}-own`]) rmSync(one, { recursive: true, force: true });
});

async function pick(path: string) {
  dialog.picks.push(path);
  return exports.pick(subject);
}

describe("picking", () => {
  it("remembers a folder for each Space and language, in the next run too", async () => {
    expect(await pick(root)).toEqual({ ...subject, name: "project", path: root });
    const again = new ExportFolders(
      memory(),
      () => null,
      () => base,
    );
    expect(again.list("spc_1")).toEqual([{ ...subject, name: "project", path: root }]);
    expect(again.list("spc_2")).toEqual([]);
    await expect(again.look({ ...subject, lang: "javascript" }, "a.ts")).rejects.toThrow(
      "No folder was picked",
    );
  });

  it("remembers where a link really leads, and begins at the last folder", async () => {
    symlinkSync(root, join(base, "link"));
    expect((await pick(join(base, "link")))?.path).toBe(root);
    expect(await pick(root)).not.toBeNull();
    expect(dialog.pickers[1]).toMatchObject({ defaultPath: root });
  });

  it("changes nothing where the person thought better of it", async () => {
    expect(await exports.pick(subject)).toBeNull();
    expect(exports.list("spc_1")).toEqual([]);
  });
});

describe("writing", () => {
  beforeEach(() => pick(root));

  it("lands all of it, with no trace beside the folder or in it", async () => {
    await exports.write(subject, [made("cinema/index.ts", "one"), made(".understudy-manifest.json", "{}")]);
    expect(readFileSync(join(root, "cinema/index.ts"), "utf8")).toBe("one");
    expect(readdirSync(root).sort()).toEqual([".understudy-manifest.json", "cinema"]);
    expect(readdirSync(base).sort()).toEqual(["desktop.json", "project"]);
    expect(await exports.look(subject, "cinema/index.ts")).toMatchObject({ is: "file", text: "one" });
    expect(await exports.look(subject, "cinema/other.ts")).toEqual({ is: "nothing" });
  });

  it("lands nothing where one file was changed meanwhile", async () => {
    writeFileSync(join(root, "b.ts"), "changed");
    const replaced = { path: "b.ts", text: "new", replaces: true, before: "old" };
    await expect(exports.write(subject, [made("a.ts", "one"), replaced])).rejects.toThrow(
      "Nothing was changed",
    );
    expect(readdirSync(root)).toEqual(["b.ts"]);
    expect(readFileSync(join(root, "b.ts"), "utf8")).toBe("changed");
  });

  it("writes nothing through a link in the folder, and reads nothing through one", async () => {
    const elsewhere = join(base, "elsewhere");
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, "secret.ts"), "secret");
    symlinkSync(elsewhere, join(root, "cinema"));
    symlinkSync(join(elsewhere, "secret.ts"), join(root, "link.ts"));
    await expect(exports.write(subject, [made("cinema/index.ts", "one")])).rejects.toThrow("of its own");
    await expect(exports.look(subject, "cinema/secret.ts")).rejects.toThrow("of its own");
    expect(await exports.look(subject, "link.ts")).toEqual({ is: "other" });
    expect(readdirSync(elsewhere)).toEqual(["secret.ts"]);
  });

  it.each([
    ["gone", () => rmSync(root, { recursive: true })],
    [
      "a file",
      () => {
        rmSync(root, { recursive: true });
        writeFileSync(root, "");
      },
    ],
    [
      "a link to elsewhere",
      () => {
        renameSync(root, join(base, "moved"));
        symlinkSync(join(base, "moved"), root);
      },
    ],
  ])("refuses a folder that is %s by now", async (_name, change) => {
    change();
    await expect(exports.write(subject, [made("a.ts", "one")])).rejects.toThrow("Pick it again");
    await expect(exports.look(subject, "a.ts")).rejects.toThrow("Pick it again");
    await expect(exports.open(subject)).rejects.toThrow("Pick it again");
    expect(existsSync(join(base, "moved/a.ts"))).toBe(false);
  });

  it("undoes what a killed export left half done", async () => {
    const staging = join(root, ".understudy-update");
    for (const path of ["old", "new"]) mkdirSync(join(staging, path), { recursive: true });
    writeFileSync(join(staging, "old/a.ts"), "before");
    writeFileSync(join(root, "a.ts"), "half");
    (await lockRoot(root))?.();
    await noteMoves(root, [{ path: "a.ts", replaces: true }]);
    await exports.write(subject, [made("b.ts", "two")]);
    expect(readFileSync(join(root, "a.ts"), "utf8")).toBe("before");
    expect(readdirSync(root).sort()).toEqual(["a.ts", "b.ts"]);
  });

  it("opens the folder", async () => {
    await exports.open(subject);
    expect(shell.revealed).toEqual([root]);
  });
});

it("remembers nothing of a file that makes no sense", () => {
  writeFileSync(join(base, "desktop.json"), '{"recents":[1]}');
  expect(memory().data).toMatchObject({ recents: [], lastWorkspace: null });
});

it("is picked for one workspace: a copy has Spaces with the same ids", async () => {
  await pick(root);
  let open: string | null = join(base, "copy");
  const there = new ExportFolders(
    memory(),
    () => null,
    () => open,
  );
  const refused = "No folder was picked";
  expect(there.list("spc_1")).toEqual([]);
  await expect(there.write(subject, [made("a.ts", "one")])).rejects.toThrow(refused);
  dialog.picks.push(root);
  await there.pick(subject);
  expect(there.list("spc_1")).toHaveLength(1);
  open = base;
  expect(there.list("spc_1")).toHaveLength(1);
  // Nothing is written by a page that stays while no server runs.
  open = null;
  await expect(there.write(subject, [made("a.ts", "one")])).rejects.toThrow(refused);
});

it("offers a folder that an earlier version noted for nobody knows which workspace, and no more", async () => {
  memory().change({ exports: [{ ...subject, path: root }] });
  const again = new ExportFolders(
    memory(),
    () => null,
    () => base,
  );
  expect(again.list("spc_1")).toEqual([]);
  await again.pick(subject);
  expect(dialog.pickers).toMatchObject([{ defaultPath: root }]);
});
