import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SpaceDocument } from "../../../../src/core/documents.ts";
import { Problem } from "../../../../src/core/problem.ts";
import { PlatformClock } from "../../../../src/server/clock/platform-clock.ts";
import { Closing } from "../../../../src/server/closing.ts";
import { openFolder } from "../../../../src/server/open-data.ts";
import { filesIn } from "../../../../src/server/workspace/document-place.ts";
import { emptySpace } from "../../../../src/server/workspace/first-workspace.ts";
import { Workspace, type WorkspaceChange } from "../../../../src/server/workspace/workspace.ts";
import { workspaceFiles } from "../../../../src/server/workspace/workspace-files.ts";

const now = Date.parse("2026-11-20T09:00:00Z");
let folder: string;
let workspace: Workspace;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-workspace-"));
  workspace = await Workspace.open(folder, now);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const first = () => {
  const [space] = workspace.spaces();
  if (space === undefined) throw new Error("the workspace has no Space");
  return space;
};
const setKey = (key: string) => (draft: SpaceDocument) => {
  draft.space.key = key;
};
const setName = (name: string) => (draft: SpaceDocument) => {
  draft.space.name = name;
};
const fileOf = (key: string) => join(folder, "spaces", key, "space.json");
const onDisk = async (key: string) => JSON.parse(await readFile(fileOf(key), "utf8")).space;

describe("a Space that takes another key", () => {
  test("stays served where its old folder is looked at in the moment in which that has gone", async () => {
    const place = filesIn(folder);
    let looked: Promise<void> | undefined;
    const move: typeof place.move = async (from, to) => {
      await place.move(from, to);
      looked = workspace.syncSpace(from);
      for (let turns = 0; turns < 20; turns += 1) await setImmediate();
    };
    const privateDir = join(folder, ".understudy");
    workspace = await Workspace.in({ dir: folder, privateDir, place: { ...place, move } }, now);
    const { id } = first().data.space;
    const isServed: boolean[] = [];
    workspace.onChange(() => isServed.push(workspace.findSpace(id) !== undefined));
    await workspace.changeSpace(first(), setKey("moved"));
    await looked;
    expect([isServed, workspace.findSpace("moved")?.data.space.id]).toEqual([[], id]);
  });

  test("takes along what is told of its files, which goes once they are mended", async () => {
    const scene = (key: string) => join(folder, "spaces", key, "scenes/broken.json");
    const { key } = first().data.space;
    await mkdir(join(folder, "spaces", key, "scenes"));
    await writeFile(scene(key), "{");
    await workspace.syncScenes(join(folder, "spaces", key));
    expect([...workspace.warnings.keys()]).toEqual([scene(key)]);
    await workspace.changeSpace(first(), setKey("moved"));
    expect([...workspace.warnings.keys()]).toEqual([scene("moved")]);
    expect(workspace.warnings.get(scene("moved"))).toContain(scene("moved"));
    await rm(scene("moved"));
    await workspace.syncScene(join(folder, "spaces/moved"), "broken");
    expect(workspace.warnings.size).toBe(0);
  });

  test("tells of edits from outside that a change finds, as before", async () => {
    const space = first();
    await workspace.changeSpace(space, setKey("moved"));
    const told: WorkspaceChange[] = [];
    workspace.onChange((change) => told.push(change));
    const text = await readFile(fileOf("moved"), "utf8");
    await writeFile(fileOf("moved"), text.replace('"tribesRevision": 0', '"tribesRevision": 7'));
    await space.update(setName("ours"));
    expect(space.data).toMatchObject({ tribesRevision: 7, space: { name: "ours" } });
    expect(told).toEqual([{ kind: "space", spaceId: space.data.space.id }]);
  });

  test("keeps the writes that were waiting, in the new folder", async () => {
    const space = first();
    await Promise.all([
      space.update(setName("before")),
      workspace.changeSpace(space, setKey("moved")),
      space.update(setName("after")),
    ]);
    expect(await onDisk("moved")).toMatchObject({ key: "moved", name: "after" });
    expect(workspace.findSpace("moved")?.data.space.name).toBe("after");
  });

  test("is a conflict where the folder is there with something in it, and stays as it was", async () => {
    await mkdir(join(folder, "spaces/taken"));
    await writeFile(join(folder, "spaces/taken/notes.txt"), "mine");
    await expect(workspace.changeSpace(first(), setKey("taken"))).rejects.toMatchObject({ code: "conflict" });
    expect(first().data.space.key).toBe("my-first-space");
    await first().update(setName("still writable"));
    expect((await onDisk("my-first-space")).name).toBe("still writable");
  });

  test("is put right by the next start where a crash came between folder and file", async () => {
    await rename(join(folder, "spaces/my-first-space"), join(folder, "spaces/half-moved"));
    workspace = await Workspace.open(folder, now);
    expect(workspace.findSpace("my-first-space")?.path).toBe(fileOf("my-first-space"));
  });
});

const nothingElse = () => Promise.resolve();

describe("a Space that is deleted", () => {
  test("stays where the check refuses it in its turn", async () => {
    const space = first();
    const renamed = space.update(setName("changed first"));
    const removed = workspace.removeSpace(
      space,
      (data) => {
        if (data.space.name === "changed first") throw new Problem("stale", "changed");
      },
      nothingElse,
    );
    await expect(removed).rejects.toMatchObject({ code: "stale" });
    await renamed;
    expect((await onDisk("my-first-space")).name).toBe("changed first");
  });

  test("refuses the writes that come after it as not found", async () => {
    const space = first();
    let late: Promise<unknown> = Promise.resolve();
    const comesMeanwhile = () => {
      late = space.update(setName("late")).catch((error: unknown) => error);
    };
    await workspace.removeSpace(space, comesMeanwhile, nothingElse);
    expect(await late).toMatchObject({ code: "not-found" });
    await expect(space.update(setName("later"))).rejects.toMatchObject({ code: "not-found" });
    expect(workspace.spaces()).toEqual([]);
  });
});

const orgOf = ({ document }: Workspace): string => document.data.organizations[0]?.id ?? "";

describe("what was restored", () => {
  const at = (key: string) => join(folder, "spaces", key);
  const documentOf = async (key: string) => JSON.parse(await readFile(fileOf(key), "utf8")) as SpaceDocument;
  const write = async (key: string, document: SpaceDocument) => {
    await mkdir(at(key), { recursive: true });
    await writeFile(fileOf(key), JSON.stringify({ ...document, space: { ...document.space, key } }));
  };
  const add = (id: string, key: string) => {
    const made = emptySpace({ orgId: orgOf(workspace), key, name: key, at: new Date(now).toISOString() });
    return workspace.addSpace({ ...made, space: { ...made.space, id } });
  };

  test("is in memory before a change that waited is made", async () => {
    const space = first();
    const { id } = space.data.space;
    const seen: unknown[] = [];
    let waiting: Promise<unknown> = Promise.resolve();
    await workspace.hold(async () => {
      waiting = space.update(() => {
        seen.push(workspace.published(id).of("production").revision, workspace.findSpace("come-back")?.path);
      });
      const document = await documentOf("my-first-space");
      await write("come-back", { ...document, space: { ...document.space, id: "spc_come" } });
      await mkdir(join(at("my-first-space"), "published"));
      await writeFile(
        join(at("my-first-space"), "published/production.json"),
        JSON.stringify({ schemaVersion: 1, environment: "production", revision: 7, collections: [] }),
      );
      await workspace.takeRestored();
    });
    await waiting;
    expect(seen).toEqual([7, fileOf("come-back")]);
  });

  test.each([
    ["older first", ["spc_a", "spc_b"]],
    ["newer first", ["spc_b", "spc_a"]],
  ])("gives a Space the key that another one had, and two Spaces each other's: %s", async (_order, ids) => {
    const keys: Record<string, string> = { spc_a: "one", spc_b: "two" };
    for (const id of ids) await add(id, keys[id] ?? "");
    const [a, b] = [await documentOf("one"), await documentOf("two")];
    await workspace.hold(async () => {
      await write("two", a);
      await write("one", b);
      await workspace.takeRestored();
    });
    expect([...workspace.warnings.values()]).toEqual([]);
    for (const [key, id] of [
      ["one", "spc_b"],
      ["two", "spc_a"],
    ] as const) {
      const space = workspace.findSpace(key);
      expect([space?.data.space.id, space?.path]).toEqual([id, fileOf(key)]);
      await space?.update(setName("writable"));
    }
    await workspace.hold(async () => {
      await write("one", await documentOf("two"));
      await rm(at("two"), { recursive: true });
      await workspace.takeRestored();
    });
    expect(workspace.findSpace("one")?.data.space.id).toBe("spc_a");
    expect(workspace.findSpace("spc_b")).toBeUndefined();
  });

  test("leaves links and what can't be read alone, with a warning", async () => {
    const before = first();
    const elsewhere = await mkdtemp(join(tmpdir(), "understudy-elsewhere-"));
    await writeFile(join(elsewhere, "space.json"), "{");
    await symlink(elsewhere, join(folder, "spaces/a-link"));
    await symlink(at("my-first-space"), join(folder, "spaces/z-link"));
    await mkdir(join(folder, "spaces/broken"));
    await writeFile(join(folder, "spaces/broken/space.json"), "{");
    await workspace.hold(() => workspace.takeRestored());
    expect(first()).toBe(before);
    expect(before.path).toBe(fileOf("my-first-space"));
    expect([...workspace.warnings.keys()]).toEqual([fileOf("broken")]);
    await rm(elsewhere, { recursive: true });
  });
});

describe("after a restore", () => {
  test("a Space that can't be read for a moment is served as before, with a warning", async () => {
    const before = first();
    const text = await readFile(before.path, "utf8");
    await writeFile(before.path, "{");
    await workspace.hold(() => workspace.takeRestored());
    expect(first()).toBe(before);
    expect([...workspace.warnings.keys()]).toEqual([before.path]);
    await writeFile(before.path, text);
    await workspace.syncAll();
    expect(workspace.warnings.size).toBe(0);
  });

  test("nothing is said of the files of a Space that went, nor by a look that comes late", async () => {
    const space = first();
    const publication = join(folder, "spaces/my-first-space/published/production.json");
    await mkdir(join(publication, ".."));
    await writeFile(publication, "{");
    await workspace.syncAll();
    expect([...workspace.warnings.keys()]).toEqual([publication]);
    let late: Promise<void> | undefined;
    await workspace.hold(async () => {
      late = workspace.syncPublished(join(folder, "spaces/my-first-space"), "production");
      await rm(join(folder, "spaces/my-first-space"), { recursive: true });
      await workspace.takeRestored();
    });
    await late;
    expect(workspace.spaces()).not.toContain(space);
    expect([...workspace.warnings]).toEqual([]);
  });

  test("every change can be refused, whoever waits", async () => {
    let waiting: Promise<unknown> | undefined;
    await workspace.hold(async () => {
      waiting = first().update(setName("lost"));
      workspace.end(new Problem("storage-failed", "A restore could not be finished."));
    });
    await expect(waiting).rejects.toMatchObject({ code: "storage-failed" });
    await expect(workspace.hold(nothingElse)).rejects.toMatchObject({ code: "storage-failed" });
    // Nobody waits for what the watcher takes in.
    await workspace.syncAll();
    expect((await onDisk("my-first-space")).name).toBe("My first Space");
  });
});

describe("an edit from outside is refused, and the state before it stays, where it", () => {
  test.each([["says another key than its folder", { key: "other" }, /its folder must be named other/]])(
    "%s",
    async (_name, change, reason) => {
      const before = first().data;
      const path = first().path;
      await writeFile(path, JSON.stringify({ ...before, space: { ...before.space, ...change } }));
      await workspace.syncSpace(join(folder, "spaces/my-first-space"));
      expect(first().data).toEqual(before);
      expect(workspace.warnings.get(path)).toMatch(reason);
      await expect(first().update(setName("ours"))).rejects.toMatchObject({ code: "conflict" });
    },
  );
});

test("nothing that lies beside another Space is taken in; what came meanwhile is, once the one before is back", async () => {
  const at = join(folder, "spaces/my-first-space");
  const { data, path } = first();
  const lay = async (id: string, revision: number) => {
    await mkdir(join(at, "published"), { recursive: true });
    const published = { schemaVersion: 1, environment: "production", revision, collections: [] };
    await writeFile(join(at, "published/production.json"), JSON.stringify(published));
    await writeFile(path, JSON.stringify({ ...data, space: { ...data.space, id } }));
  };
  const revision = () => workspace.published(data.space.id).of("production").revision;
  await lay(data.space.id, 1);
  await workspace.syncAll();
  await lay("spc_other", 7);
  await workspace.syncPublished(at, "production");
  await workspace.syncSpace(at);
  await workspace.syncPublished(at, "production");
  await workspace.syncAll();
  expect([revision(), [...workspace.warnings.keys()]]).toEqual([1, [path]]);
  await lay(data.space.id, 3);
  await workspace.syncSpace(at);
  expect([revision(), workspace.warnings.size]).toEqual([3, 0]);
});

describe("a folder that becomes a link under a server", () => {
  const outside = () => join(folder, "outside");
  const swap = async (path: string) => {
    await rename(path, outside());
    await symlink(outside(), path);
  };
  const places: [string, string, string, string][] = [
    ["spaces", "spaces", "my-first-space", "spaces: is a link"],
    ["a Space's", "spaces/my-first-space", "", "my-first-space: is a link"],
  ];

  test.each(places)("%s: its Spaces stay as they were, with a warning", async (_, swapped, __, reason) => {
    const [before, path] = [first().data, first().path];
    await swap(join(folder, swapped));
    await workspace.syncAll();
    expect(first().data).toBe(before);
    expect(workspace.warnings.get(path)).toContain(reason);
    await rm(join(folder, swapped));
    await rename(outside(), join(folder, swapped));
    await workspace.syncAll();
    expect([first().data, workspace.warnings.size]).toEqual([before, 0]);
  });

  test.each(places)("%s: nothing is written, made or moved behind it", async (_, swapped, inside) => {
    const space = first();
    const { id, orgId } = space.data.space;
    await swap(join(folder, swapped));
    const theirs = await readdir(outside(), { recursive: true });
    const text = () => readFile(join(outside(), inside, "space.json"), "utf8");
    const before = await text();
    const fresh = emptySpace({ orgId, key: "fresh", name: "Fresh", at: new Date(now).toISOString() });
    const published = workspace.published(id);
    const tried = await Promise.allSettled([
      space.update(setName("ours")),
      workspace.changeSpace(space, setKey("moved")),
      space.hold(() => published.changeHeld("production", (draft) => (draft.revision = 9))),
      ...(swapped === "spaces"
        ? [workspace.addSpace(fresh), workspace.removeSpace(space, () => undefined, nothingElse)]
        : []),
    ]);
    for (const one of tried) expect(one).toMatchObject({ status: "rejected", reason: expect.any(Problem) });
    expect([await text(), await readdir(outside(), { recursive: true })]).toEqual([before, theirs]);
  });

  test("a link that comes beside the Spaces is none of them", async () => {
    await mkdir(outside());
    const document = await readFile(first().path, "utf8");
    const linked = document.replace('"my-first-space"', '"linked"').replace('"id": "spc_', '"id": "spc_o');
    await writeFile(join(outside(), "space.json"), linked);
    await symlink(outside(), join(folder, "spaces/linked"));
    await workspace.syncAll();
    expect(workspace.spaces()).toEqual([first()]);
    expect(workspace.warnings.get(fileOf("linked"))).toContain("linked: is a link");
  });
});

describe("what is taken away under a server is told, for as long as it is away:", () => {
  const kept = () => join(folder, "kept");

  test.each(["spaces", "spaces/my-first-space"])("%s", async (away) => {
    const { path } = first();
    await rename(join(folder, away), kept());
    for (let look = 0; look < 2; look += 1) {
      await workspace.syncSpace(join(folder, "spaces/my-first-space"));
      expect(workspace.spaces()).toEqual([]);
      expect([...workspace.warnings]).toEqual([[path, `${path} was taken away. Put it back.`]]);
    }
    await rename(kept(), join(folder, away));
    await workspace.syncAll();
    expect([first().path, [...workspace.warnings]]).toEqual([path, []]);
  });

  test("workspace.json", async () => {
    const { path } = workspace.document;
    await rename(path, kept());
    await workspace.syncWorkspace();
    expect([...workspace.warnings]).toEqual([[path, `${path} was taken away. Put it back.`]]);
    await rename(kept(), path);
    await workspace.syncWorkspace();
    expect([...workspace.warnings]).toEqual([]);
  });

  test("secrets.json", async () => {
    const { path } = workspace.secrets;
    await rename(path, kept());
    await workspace.lookForSecrets();
    expect([...workspace.warnings]).toEqual([[path, `${path} was taken away. Put it back.`]]);
    await rename(kept(), path);
    await workspace.lookForSecrets();
    expect([...workspace.warnings]).toEqual([]);
  });

  test("not a Space that is found in another folder, nor one that was deleted, nor its folder once another is in it", async () => {
    const space = first();
    const { orgId } = space.data.space;
    const document = await readFile(space.path, "utf8");
    await rename(join(folder, "spaces/my-first-space"), join(folder, "spaces/moved"));
    await writeFile(fileOf("moved"), document.replace('"my-first-space"', '"moved"'));
    await workspace.syncSpace(join(folder, "spaces/my-first-space"));
    expect(workspace.warnings.size).toBe(1);
    await workspace.syncSpace(join(folder, "spaces/moved"));
    expect(workspace.warnings.size).toBe(0);
    await rename(join(folder, "spaces/moved"), kept());
    await workspace.syncSpace(join(folder, "spaces/moved"));
    expect(workspace.warnings.size).toBe(1);
    await workspace.addSpace(
      emptySpace({ orgId, key: "moved", name: "Fresh", at: new Date(now).toISOString() }),
    );
    expect(workspace.warnings.size).toBe(0);
    await workspace.removeSpace(first(), () => undefined, nothingElse);
    await workspace.syncSpace(join(folder, "spaces/moved"));
    expect(workspace.warnings.size).toBe(0);
  });
});

describe("a folder without a Space", () => {
  test("does not stop the start, and is told of, but for an empty one", async () => {
    for (const name of ["empty", "notes"]) await mkdir(join(folder, "spaces", name));
    await writeFile(join(folder, "spaces/notes/read.me"), "");
    workspace = await Workspace.open(folder, now);
    expect([...workspace.warnings.values()]).toEqual([expect.stringMatching(/notes has no space\.json/)]);
  });

  test("that goes away takes its warning with it", async () => {
    const path = fileOf("pulled");
    await mkdir(join(folder, "spaces/pulled"));
    await writeFile(path, "{");
    await workspace.syncSpace(join(folder, "spaces/pulled"));
    expect(workspace.warnings.size).toBe(1);
    await rm(join(folder, "spaces/pulled"), { recursive: true });
    await workspace.syncSpace(join(folder, "spaces/pulled"));
    expect(workspace.warnings.size).toBe(0);
  });
});

describe("a new Space is", () => {
  const made = () =>
    emptySpace({ orgId: orgOf(workspace), key: "fresh", name: "Fresh", at: new Date(now).toISOString() });

  test("a conflict where its folder holds a file that can't be read", async () => {
    await mkdir(join(folder, "spaces/fresh"));
    await writeFile(fileOf("fresh"), "{");
    await expect(workspace.addSpace(made())).rejects.toMatchObject({ code: "conflict" });
    expect(await readFile(fileOf("fresh"), "utf8")).toBe("{");
  });

  test("a storage failure where the disk does not take it", async () => {
    await writeFile(join(folder, "spaces/fresh"), "a file where the folder would be");
    await expect(workspace.addSpace(made())).rejects.toMatchObject({ code: "storage-failed" });
    expect(workspace.findSpace("fresh")).toBeUndefined();
  });
});

describe("a shows.json that can't be read", () => {
  const stored = () => join(folder, ".understudy", "shows.json");

  test.each([
    ["damaged", "not json"],
    ["of a newer version", '{"schemaVersion":2,"stages":{}}'],
    ["with an unknown key", '{"schemaVersion":1,"stages":{},"extra":1}'],
  ])("is set aside where it is %s, and the shows begin anew", async (_how, text) => {
    await writeFile(stored(), text);
    const opened = await Workspace.open(folder, now);
    expect(opened.shows.data.stages).toEqual({});
    expect(await readFile(`${stored()}.damaged`, "utf8")).toBe(text);
    expect([...opened.warnings.values()]).toEqual([expect.stringContaining("shows.json.damaged")]);
    await opened.shows.update((draft) => {
      draft.stages["spc_a/development"] = { scene: null, person: null, next: 2, playing: null };
    });
    expect((await Workspace.open(folder, now)).warnings.size).toBe(0);
  });

  test("leads nowhere, neither itself nor what lies where it is put", async () => {
    const elsewhere = join(folder, "mine.txt");
    await writeFile(elsewhere, "mine");
    await symlink(elsewhere, stored());
    await symlink(elsewhere, `${stored()}.damaged`);
    await Workspace.open(folder, now);
    await writeFile(stored(), "not json");
    await Workspace.open(folder, now);
    expect(await readFile(elsewhere, "utf8")).toBe("mine");
    expect(await readFile(`${stored()}.damaged`, "utf8")).toBe("not json");
  });

  test("is no file: a folder goes aside, too", async () => {
    await mkdir(stored());
    await mkdir(join(`${stored()}.damaged`, "older"), { recursive: true });
    expect((await Workspace.open(folder, now)).warnings.size).toBe(1);
  });
});

test("a folder is given up once every change that was begun is stored, those that nobody waits for, too", async () => {
  const closing = new Closing();
  const data = await openFolder(folder, new PlatformClock(), closing);
  const order: string[] = [];
  const asked = new Promise<void>((resolve) => {
    const settled = data.workspace.settled.bind(data.workspace);
    vi.spyOn(data.workspace, "settled").mockImplementation(() => {
      resolve();
      return settled();
    });
  });
  const { secrets } = data.workspace;
  const slow = secrets.hold(() => Promise.race([asked, run]));
  const write = secrets.update(() => void order.push("written"));
  const run = closing.run().then(() => void order.push("given up"));
  await Promise.all([slow, write, run]);
  expect(order).toEqual(["written", "given up"]);
});

describe.skipIf(process.platform === "win32")("a Space that nobody can look at", () => {
  const loop = () => rm(fileOf("my-first-space")).then(() => symlink("space.json", fileOf("my-first-space")));

  test("is not left out at a start", async () => {
    await loop();
    await expect(Workspace.open(folder, now)).rejects.toThrow(/space\.json can't be used: a link/);
  });

  test("is none where no Space is called so, as in a folder of the system's", async () => {
    const other = join(folder, "spaces/lost+found");
    await mkdir(other);
    await symlink("space.json", join(other, "space.json"));
    const opened = await Workspace.open(folder, now);
    expect(opened.warnings.get(other)).toMatch(/left alone/);
    expect(opened.spaces()).toHaveLength(workspace.spaces().length);
    expect(workspaceFiles(folder).map(({ name }) => name)).toContain("spaces/my-first-space/space.json");
  });

  test("goes on being served", async () => {
    const space = first();
    await loop();
    await workspace.syncSpace(join(folder, "spaces/my-first-space"));
    expect(first()).toBe(space);
    expect(workspace.warnings.get(space.path)).toMatch(/stays.*can't be used: a link/);
  });
});

describe.skipIf(process.platform === "win32")("a data folder that can be none", () => {
  const clock = new PlatformClock();

  test.each([
    ["a file", "file", "it is a file and no folder. Name another."],
    ["in a file", "file/in", "a part of this path is a file and no folder. Name another."],
    ["a link to itself", "loop", "a link in this path leads back to itself."],
    ["in /proc", "/proc/understudy", "/proc keeps no files. Name another."],
  ])("is named with what to do: %s", async (_what, path, words) => {
    await writeFile(join(folder, "file"), "");
    await symlink("loop", join(folder, "loop"));
    const dataDir = resolve(folder, path);
    const refused = openFolder(dataDir, clock, new Closing());
    await expect(refused).rejects.toThrow(`The data folder ${dataDir} can't be used: ${words}`);
    await expect(refused).rejects.toThrow(/\. --data names the folder\.$/);
  });
});
