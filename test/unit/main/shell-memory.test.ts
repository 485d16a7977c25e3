import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ShellMemory } from "../../../src/main/shell-memory.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "understudy-memory-"));
  path = join(folder, "desktop.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

const exported = { spaceId: "spc_1", platform: "browser", lang: "typescript", path: "/project/code" };
const whole = {
  preferences: { openAtLogin: true, keepInTray: true, badge: true, notifications: true },
  lastWorkspace: "/shop",
  recents: ["/shop", "/cinema"],
  exports: [exported],
  ports: [{ path: "/shop", port: 4750, sdkPort: 4751 }],
  theme: "dark",
};
const first = { openAtLogin: false, keepInTray: null, badge: false, notifications: false };
const { preferences } = whole;
const nothing = {
  preferences: first,
  lastWorkspace: null,
  recents: [],
  exports: [],
  ports: [],
  theme: "system",
};
const read = (given: unknown) => {
  writeFileSync(path, typeof given === "string" ? given : JSON.stringify(given));
  return new ShellMemory(path);
};

it("keeps what it is told, for its owner alone", () => {
  const memory = new ShellMemory(path);
  memory.noteWorkspace("/shop");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(new ShellMemory(path).data).toEqual({
    ...nothing,
    lastWorkspace: "/shop",
    recents: ["/shop"],
  });
});

it("knows where a workspace was, whichever of its names it was opened by", () => {
  const [shop, link] = [join(folder, "shop"), join(folder, "link")];
  mkdirSync(shop);
  symlinkSync(shop, link);
  const memory = new ShellMemory(path);
  memory.notePorts(link, 4750, 4751);
  for (const name of [shop, link]) expect(memory.portsOf(name)).toMatchObject({ port: 4750, sdkPort: 4751 });
  expect(memory.portsOf(folder)).toBeUndefined();
});

it("reads a whole file, and says nothing of it", () => {
  const memory = read(whole);
  expect(memory.data).toEqual(whole);
  expect(memory.takeNotices()).toEqual([]);
  expect(existsSync(`${path}.damaged`)).toBe(false);
});

it.each([
  ["there is none", undefined],
  ["an older version left entries out", { lastWorkspace: null, preferences: {} }],
])("is no damage: %s", (_name, given) => {
  const memory = given === undefined ? new ShellMemory(path) : read(given);
  expect(memory.data).toEqual(nothing);
  expect(memory.takeNotices()).toEqual([]);
});

describe("a damaged file", () => {
  it.each<[string, unknown, object, string]>([
    ["no JSON", "{", nothing, "the whole file"],
    ["a list", [], nothing, "the whole file"],
    ["no preferences", { ...whole, preferences: 1 }, { ...whole, preferences: first }, "preferences"],
    [
      "one preference",
      { ...whole, preferences: { ...preferences, badge: "yes" } },
      { ...whole, preferences: { ...preferences, badge: false } },
      "badge",
    ],
    [
      "the last workspace",
      { ...whole, lastWorkspace: 7 },
      { ...whole, lastWorkspace: null },
      "lastWorkspace",
    ],
    ["the recent ones", { ...whole, recents: "x" }, { ...whole, recents: [] }, "recents"],
    ["one of them", { ...whole, recents: ["/shop", 7, "/cinema", ""] }, whole, "an entry of recents"],
    ["the theme", { ...whole, theme: "pink" }, { ...whole, theme: "system" }, "theme"],
    [
      "one folder of an export",
      { ...whole, exports: [{ ...exported, path: null }, exported] },
      whole,
      "an entry of exports",
    ],
  ])("loses what makes no sense alone: %s", (_name, given, want, what) => {
    const memory = read(given);
    const found = readFileSync(`${path}.damaged`, "utf8");
    expect(memory.data).toEqual(want);
    expect(memory.takeNotices()).toEqual([
      `${path} was damaged (${what}). It is kept as ${path}.damaged; the rest of it holds.`,
    ]);
    expect(memory.takeNotices()).toEqual([]);
    expect(found).toBe(typeof given === "string" ? given : JSON.stringify(given));
    // Nothing has changed since, and the next run knows it all the same.
    const next = new ShellMemory(path);
    expect([next.data, next.takeNotices()]).toEqual([want, []]);
  });

  it("is told where it could not be set aside", () => {
    mkdirSync(join(`${path}.damaged`, "x"), { recursive: true });
    expect(read("{").takeNotices()).toEqual([expect.stringMatching(/, and could not be set aside: E/)]);
  });

  it("that can't be read is set aside too", () => {
    mkdirSync(path);
    expect(new ShellMemory(path).takeNotices()).toHaveLength(1);
    expect(statSync(`${path}.damaged`).isDirectory()).toBe(true);
  });
});
