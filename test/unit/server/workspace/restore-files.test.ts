import { existsSync } from "node:fs";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type SpaceDocument, schemaVersion } from "../../../../src/core/documents.ts";
import { emptySpace, firstWorkspace } from "../../../../src/server/workspace/first-workspace.ts";
import {
  finishRestore,
  putRestored,
  restoringDir,
  stageDocuments,
  UnfinishedRestore,
} from "../../../../src/server/workspace/restore-files.ts";
import {
  documentsFile,
  manifestFile,
  snapshotsDir,
  textOf,
} from "../../../../src/server/workspace/snapshot-files.ts";

const at = "2026-11-20T09:00:00.000Z";
const { workspace } = firstWorkspace(Date.parse(at));
const orgId = workspace.organizations[0]?.id ?? "";
const space = (key: string): SpaceDocument => emptySpace({ orgId, key, name: key, at });
const published = (revision: number) =>
  textOf({ schemaVersion, environment: "production", revision, collections: [] });
const stays = space("stays");
const kept = "snp_kept";

/** What is there before: files by their path in the workspace's folder. */
const before = {
  "workspace.json": textOf(workspace),
  "spaces/stays/space.json": textOf(stays),
  "spaces/stays/published/production.json": published(1),
  "spaces/stays/published/staging.json": published(1).replace("production", "staging"),
  "spaces/stays/notes.txt": "mine",
  "spaces/goes/space.json": textOf(space("goes")),
  "spaces/goes/published/production.json": published(7),
  "spaces/taken/space.json": textOf(space("taken")),
  ".understudy/data.db": "before",
  // Another program has it open.
  ".understudy/data.db-wal": "",
  ".understudy/data.db-shm": "of before",
};
const documents = {
  "workspace.json": textOf({ ...workspace, settings: { ...workspace.settings, retentionDays: 7 } }),
  "spaces/stays/space.json": textOf({ ...stays, space: { ...stays.space, name: "As it was" } }),
  "spaces/stays/published/production.json": published(1),
  "spaces/stays/published/development.json": published(3).replace("production", "development"),
  "spaces/comes/space.json": textOf(space("comes")),
  "spaces/comes/published/production.json": published(2),
  "spaces/taken/space.json": textOf(space("taken")),
};
const after = {
  ...documents,
  "spaces/stays/notes.txt": "mine",
  ".understudy/data.db": "restored",
  ".understudy/trash/goes/space.json": before["spaces/goes/space.json"],
  ".understudy/trash/goes/published/production.json": published(7),
  [`.understudy/snapshots/${kept}/data.db`]: "before",
};

const folders: string[] = [];
beforeEach(() => work());
afterEach(async () => {
  work(given);
  for (const folder of folders.splice(0)) await fs.rm(folder, { recursive: true, force: true });
});

async function made(edited: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await fs.mkdtemp(join(tmpdir(), "understudy-restore-"));
  folders.push(folder);
  for (const [path, text] of Object.entries({ ...before, ...edited })) {
    await fs.mkdir(dirname(join(folder, path)), { recursive: true });
    await fs.writeFile(join(folder, path), text);
  }
  await fs.mkdir(join(snapshotsDir(folder), kept), { recursive: true });
  await fs.writeFile(join(snapshotsDir(folder), kept, manifestFile), "");
  await fs.writeFile(join(snapshotsDir(folder), kept, documentsFile), JSON.stringify(before));
  await stageDocuments(folder, documents);
  await fs.writeFile(join(restoringDir(folder), "data.db"), "restored");
  return folder;
}

/** All files, but for what is made ready and what a snapshot has beside data.db; the time is no part of a name in the trash. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isBeside =
      path.startsWith(restoringDir(folder)) || [manifestFile, documentsFile].includes(entry.name);
    if (entry.isFile() && !isBeside)
      files[relative(folder, path).replace(/(trash\/[^/]+)-\d+/, "$1")] = await fs.readFile(path, "utf8");
  }
  return files;
}

const changing = ["rename", "rm", "mkdir", "writeFile", "open"] as const;
const given = { ...fs };
/** Files are opened to be flushed alone, for which a disk would take most of the time. */
const flush = () => Promise.resolve({ sync: () => Promise.resolve(), close: () => Promise.resolve() });
/** What is only read, by flags, is no change. */
const isRead = (name: string, flags: unknown) => name === "open" && typeof flags === "number";
const open = (path: string, flags: unknown) =>
  isRead("open", flags) ? given.open(path, flags as number) : flush();
const real = { ...given, open };
/** The disk works. */
function work(files: object = real) {
  Object.assign(fs, files);
  syncBuiltinESMExports();
}
/** From now on those of a disk's next changes fail which `fails` says, by their number from 1; gives how many were asked for. */
function failing(fails: (change: number) => boolean): () => number {
  let changes = 0;
  for (const name of changing) {
    const change = (...args: unknown[]) => {
      if (isRead(name, args[1])) return given.open(args[0] as string, args[1] as number);
      changes += 1;
      if (fails(changes)) return Promise.reject(new Error(`ENOSPC: the disk is full, ${name}`));
      return (real[name] as (...given: unknown[]) => unknown)(...args);
    };
    Object.assign(fs, { [name]: change });
  }
  syncBuiltinESMExports();
  return () => changes;
}

async function put(folder: string): Promise<unknown> {
  try {
    await putRestored(folder, kept);
    return null;
  } catch (error) {
    return error;
  } finally {
    work();
  }
}

test("puts everything in place where nothing fails", async () => {
  const folder = await made();
  expect(await put(folder)).toBeNull();
  expect(await filesIn(folder)).toEqual(after);
});

test("keeps in the trash what was edited from outside at that moment, also where it can't be read", async () => {
  const torn = before["spaces/stays/space.json"].replace("{", "{,");
  const staging = "spaces/stays/published/staging.json";
  const outside = { "spaces/stays/space.json": torn, [staging]: before[staging].replace("1,", "2,") };
  const wrote = await made({ [staging]: before[staging].replaceAll("\n", "") });
  expect(await put(wrote)).toBeNull();
  expect(await filesIn(wrote), "the same, written in another way").toEqual(after);

  for (let failed = 0, changes = 1; failed <= changes; failed += 1) {
    const folder = await made(outside);
    const asked = failing((change) => change === failed);
    const error = await put(folder);
    changes = asked();
    const edits = Object.entries(outside).map(([path, text]) => [
      `.understudy/trash/edited_outside/${path}`,
      text,
    ]);
    const whole = error === null ? { ...after, ...Object.fromEntries(edits) } : { ...before, ...outside };
    expect(await filesIn(folder), `change ${failed}`).toEqual(whole);
    await finishRestore(folder);
    expect(await filesIn(folder), `the next start after change ${failed}`).toEqual(whole);
  }
});

test("leaves what is edited after it was put in place, and before the next start finishes the restore", async () => {
  const counting = await made();
  const all = failing(() => false);
  await put(counting);
  const folder = await made();
  // All documents are in place when the plan is to go.
  failing((change) => change > all() - 3);
  const error = await put(folder);
  expect(error).toBeInstanceOf(UnfinishedRestore);
  const path = join(folder, "spaces/stays/space.json");
  expect(await fs.readFile(path, "utf8")).toBe(documents["spaces/stays/space.json"]);
  await fs.writeFile(path, "edited");
  await finishRestore(folder);
  expect(await filesIn(folder)).toEqual({ ...after, "spaces/stays/space.json": "edited" });
});

test("a snapshot that a killed process was still checking goes with the next start", async () => {
  const folder = await made();
  const checking = join(snapshotsDir(folder), ".snp_new");
  await fs.mkdir(checking);
  for (const part of [manifestFile, documentsFile, "data.db"]) await fs.writeFile(join(checking, part), "");
  await finishRestore(folder);
  expect(existsSync(checking)).toBe(false);
});

test("leaves all as it was where any one change of the disk fails, or is done", async () => {
  for (let failed = 1, changes = 1; failed <= changes; failed += 1) {
    const folder = await made();
    const asked = failing((change) => change === failed);
    const error = await put(folder);
    changes = asked();
    expect(error).not.toBeInstanceOf(UnfinishedRestore);
    const whole = error === null ? after : before;
    expect(await filesIn(folder), `change ${failed}`).toEqual(whole);
    await finishRestore(folder);
    expect(await filesIn(folder), `the next start after change ${failed}`).toEqual(whole);
  }
});

// One that fails at first, and all from some later one on: while it puts in place, while it takes back, and at its very end.
test("is finished by the next start where it can't be taken back either", async () => {
  let unfinished = 0;
  for (let first = 1, changes = 1; first <= changes; first += 1)
    for (const later of [first + 1, first + 2, first + 5, first + 13]) {
      const folder = await made();
      const asked = failing((change) => change === first || change >= later);
      const error = await put(folder);
      if (later === first + 1) changes = Math.max(changes, asked());
      const found = await filesIn(folder);
      if (error === null) expect(found).toEqual(after);
      else if (!(error instanceof UnfinishedRestore)) expect(found).toEqual(before);
      else unfinished += 1;
      await finishRestore(folder);
      const next = await filesIn(folder);
      if (error instanceof UnfinishedRestore) expect([before, after]).toContainEqual(next);
      else expect(next).toEqual(found);
    }
  expect(unfinished).toBeGreaterThan(50);
});

test.each([
  "spaces/stays",
  "spaces/stays/published",
  "spaces/comes",
  ".understudy/trash",
  ".understudy/trash/edited_outside-1",
  ".understudy/trash/edited_outside-1/spaces",
  ".understudy/restoring/going",
  ".understudy/restoring/going/spaces",
  ".understudy/restoring/coming/spaces/stays",
  ".understudy/restoring/going/spaces/stays",
  `.understudy/snapshots/${kept}`,
])("moves nothing through a link, as a folder that was cloned may bring: %s", async (name) => {
  const folder = await made();
  const elsewhere = await fs.mkdtemp(join(tmpdir(), "understudy-elsewhere-"));
  folders.push(elsewhere);
  const path = join(folder, name);
  await fs.mkdir(dirname(path), { recursive: true });
  if (existsSync(path)) await fs.rename(path, join(elsewhere, "inside"));
  else await fs.mkdir(join(elsewhere, "inside"));
  await fs.symlink(join(elsewhere, "inside"), path);
  const [here, there] = [await filesIn(folder), await filesIn(elsewhere)];
  // As a process that was killed has left it, or somebody who wants to have things moved.
  await fs.writeFile(join(folder, ".understudy/restore.json"), JSON.stringify({ kept, at: 1 }));
  await expect(finishRestore(folder)).rejects.toThrow(new RegExp(`${path}:? is a link`));
  await fs.rm(join(folder, ".understudy/restore.json"));
  expect([await filesIn(folder), await filesIn(elsewhere)]).toEqual([here, there]);
});
