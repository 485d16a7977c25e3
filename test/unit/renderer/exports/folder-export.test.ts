import { expect, test } from "vitest";
import type { Found } from "../../../../src/core/codegen/folder/change.ts";
import { manifestName, manifestText, noManifest } from "../../../../src/core/codegen/folder/manifest.ts";
import type { FolderMove } from "../../../../src/renderer/exports/folder-access.ts";
import { planExport, writeExport } from "../../../../src/renderer/exports/folder-export.ts";

/** The moves of an export into a folder that holds these files. */
async function movesInto(
  files: Readonly<Record<string, string>>,
  generated = [{ path: "cinema/index.ts", text: "export {};\n" }],
): Promise<readonly FolderMove[]> {
  const moved: FolderMove[] = [];
  const find = async (path: string): Promise<Found> => {
    const text = files[path];
    return text === undefined ? { is: "nothing" } : { is: "file", text, sha256: "" };
  };
  const apply = async (moves: readonly FolderMove[]) => void moved.push(...moves);
  const folder = { name: "app", lands: "whole", find, apply } as const;
  await writeExport(await planExport(folder, "spc_1", generated));
  return moved;
}

test("the manifest moves over the one that the plan was made from, or over none", async () => {
  const text = manifestText(noManifest);
  const last = (moves: readonly FolderMove[]) => moves.at(-1);
  expect(last(await movesInto({ [manifestName]: text }))).toMatchObject({
    path: manifestName,
    replaces: true,
    before: text,
  });
  expect(last(await movesInto({}))).toMatchObject({ path: manifestName, replaces: false, before: null });
});

test("what goes goes last, but for what is in the way of a file that is called almost like it", async () => {
  const gone = ["a/Old.kt", "a/MyHero.kt"];
  const files = gone.map((path) => ({ path, sha256: "0".repeat(64), spaces: ["spc_1"] }));
  const moves = await movesInto(
    {
      ...Object.fromEntries(gone.map((path) => [path, "before\n"])),
      [manifestName]: manifestText({ files }),
    },
    [{ path: "a/Myhero.kt", text: "after\n" }],
  );
  expect(moves.map(({ path }) => path)).toEqual(["a/MyHero.kt", "a/Myhero.kt", "a/Old.kt", manifestName]);
});
