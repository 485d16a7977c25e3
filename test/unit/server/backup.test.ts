import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { backUp } from "../../../src/server/backup/backup.ts";
import { PlatformClock } from "../../../src/server/clock/platform-clock.ts";
import { Closing } from "../../../src/server/closing.ts";
import { openFolder } from "../../../src/server/open-data.ts";

/** What is done at a point of a backup: before a copy of the database begins, once documents were read after that, or with a document's text. */
const at = {
  copying: async () => {},
  copied: async () => {},
  reading: async (_path: string) => {},
  copies: 0,
  reads: 0,
  /** workspace.json, secrets.json and space.json. */
  documents: 3,
};

vi.mock("../../../src/server/open-data.ts", async (original) => {
  const real = await original<typeof import("../../../src/server/open-data.ts")>();
  return {
    ...real,
    copyDatabase: async (from: string, to: string) => {
      at.copies += 1;
      await at.copying();
      at.reads = 0;
      await writeFile(to, "begun");
      await expect.poll(() => at.reads).toBe(at.documents);
      await at.copied();
      await rm(to);
      await real.copyDatabase(from, to);
    },
  };
});
vi.mock("../../../src/server/workspace/document-place.ts", async (original) => {
  const real = await original<typeof import("../../../src/server/workspace/document-place.ts")>();
  return {
    ...real,
    filesIn: (dir: string) => {
      const place = real.filesIn(dir);
      const text = async (path: string) => {
        await at.reading(path);
        return place.text(path).finally(() => {
          at.reads += 1;
        });
      };
      return { ...place, text };
    },
  };
});

let folder: string;
const work = () => join(folder, "work");
const to = () => join(folder, "backup");
const once = (work: () => Promise<unknown>) => {
  let isDone = false;
  return async () => {
    if (isDone) return;
    isDone = true;
    await work();
  };
};
const edit = (note: string) => async () => {
  const path = join(work(), "workspace.json");
  await writeFile(path, (await readFile(path, "utf8")) + note);
};
const copied = () => readFile(join(to(), "workspace.json"), "utf8");

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-backup-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const closing = new Closing();
  await openFolder(work(), new PlatformClock(), closing);
  await closing.run();
  Object.assign(at, {
    copying: async () => {},
    copied: async () => {},
    reading: async () => {},
    copies: 0,
    documents: 3,
  });
});

test("what is edited, comes and goes once the database's copy has begun is not in it", async () => {
  const before = await readFile(join(work(), "workspace.json"), "utf8");
  at.copied = async () => {
    await edit(" ")();
    await rename(join(work(), "spaces/my-first-space"), join(work(), "spaces/away"));
  };
  expect(await backUp(work(), to())).toMatchObject({ spaces: 1 });
  expect([at.copies, await copied(), await readdir(join(to(), "spaces"))]).toEqual([
    1,
    before,
    ["my-first-space"],
  ]);
});

test("an edit before that has it begin anew, and is in it", async () => {
  at.copying = once(edit("\n"));
  await backUp(work(), to());
  expect([at.copies, await copied()]).toEqual([2, await readFile(join(work(), "workspace.json"), "utf8")]);
});

test("a Space that goes while it is read has it begin anew, without that Space", async () => {
  const space = join(work(), "spaces/my-first-space");
  const goes = once(() => {
    at.documents = 2;
    return rename(space, join(folder, "gone"));
  });
  at.reading = (path) => (path.endsWith("space.json") ? goes() : Promise.resolve());
  await expect(backUp(work(), to())).resolves.toMatchObject({ spaces: 0 });
});
