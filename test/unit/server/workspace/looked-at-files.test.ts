import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PlatformClock } from "../../../../src/server/clock/platform-clock.ts";
import { Closing } from "../../../../src/server/closing.ts";
import { asStartError, openFolder, startRefusal } from "../../../../src/server/open-data.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-looked-at-"));
  expect(await startOf(folder)).toBeNull();
});
afterEach(() => rm(folder, { recursive: true }));

/** Why a start refuses the folder; null where it takes it. */
async function startOf(dataDir: string): Promise<string | null> {
  const closing = new Closing();
  return openFolder(dataDir, new PlatformClock(), closing)
    .then(
      () => null,
      (error: unknown) => asStartError(error).message,
    )
    .finally(() => closing.run());
}

async function contents(): Promise<Record<string, string>> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const read = files
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    // Its database may have a log beside it while somebody looks.
    .filter((path) => !/data\.db-(wal|shm)$/.test(path))
    .map(async (path) => [path, await readFile(path, "base64")] as const);
  return Object.fromEntries(await Promise.all(read));
}

const first = (...path: string[]) => join(folder, "spaces/my-first-space", ...path);
const edited = async (path: string, change: (text: string) => string) =>
  writeFile(path, change(await readFile(path, "utf8")));

test.each<[string, boolean, () => Promise<unknown>]>([
  ["as it was left", false, async () => undefined],
  ["that is empty", false, () => rm(folder, { recursive: true }).then(() => mkdir(folder))],
  ["without Spaces", false, () => rm(join(folder, "spaces"), { recursive: true })],
  ["with a Space in a folder of another name", false, () => rename(first(), join(folder, "spaces/moved"))],
  [
    "with two Spaces that a start moves one after the other",
    false,
    async () => {
      const second = join(folder, "spaces/b");
      await cp(first(), second, { recursive: true });
      await edited(join(second, "space.json"), (text) =>
        text.replace('"my-first-space"', '"a"').replace('"id": "spc_', '"id": "spc_o'),
      );
      await rename(first(), join(folder, "spaces/a"));
    },
  ],
  [
    "whose Spaces would lie elsewhere, by a link",
    true,
    async () => {
      await rm(join(folder, "spaces"), { recursive: true });
      await mkdir(join(folder, "elsewhere"));
      await symlink(join(folder, "elsewhere"), join(folder, "spaces"));
    },
  ],
  ["with shows that can't be read", false, () => writeFile(join(folder, ".understudy/shows.json"), "{")],
  ["without data.db", false, () => rm(join(folder, ".understudy/data.db"))],
  ["with one Space twice", true, () => cp(first(), join(folder, "spaces/copied"), { recursive: true })],
  [
    "with one id twice",
    true,
    async () => {
      await cp(first(), join(folder, "spaces/second"), { recursive: true });
      await edited(join(folder, "spaces/second/space.json"), (text) =>
        text.replace('"my-first-space"', '"second"'),
      );
    },
  ],
  ["without workspace.json", true, () => rm(join(folder, "workspace.json"))],
  ["with a document that can't be read", true, () => writeFile(first("space.json"), "{")],
  [
    "with what another environment publishes",
    true,
    async () => {
      await mkdir(first("published"), { recursive: true });
      const published = { schemaVersion: 1, environment: "production", revision: 1, collections: [] };
      await writeFile(first("published/staging.json"), JSON.stringify(published));
    },
  ],
  [
    "with another's data.db",
    true,
    async () => {
      const other = await mkdtemp(join(tmpdir(), "understudy-other-"));
      await startOf(other);
      await cp(join(other, ".understudy/data.db"), join(folder, ".understudy/data.db"));
    },
  ],
])("a folder %s is looked at as a start takes it, and left as it is", async (_name, isRefused, plant) => {
  await plant();
  const before = await contents();
  const refusal = await startRefusal(folder);
  expect(await contents()).toEqual(before);
  expect(refusal).toEqual(isRefused ? expect.any(String) : null);
  expect(await startOf(folder)).toBe(refusal);
});
