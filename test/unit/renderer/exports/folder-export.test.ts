import { expect, test } from "vitest";
import type { Found } from "../../../../src/core/codegen/folder/change.ts";
import { manifestName, manifestText, noManifest } from "../../../../src/core/codegen/folder/manifest.ts";
import type { FolderMove } from "../../../../src/renderer/exports/folder-access.ts";
import { planExport, writeExport } from "../../../../src/renderer/exports/folder-export.ts";

/** The moves of an export into a folder that holds these files. */
async function movesInto(files: Readonly<Record<string, string>>): Promise<readonly FolderMove[]> {
  const moved: FolderMove[] = [];
  const find = async (path: string): Promise<Found> => {
    const text = files[path];
    return text === undefined ? { is: "nothing" } : { is: "file", text, sha256: "" };
  };
  const apply = async (moves: readonly FolderMove[]) => void moved.push(...moves);
  const folder = { name: "app", lands: "whole", find, apply } as const;
  await writeExport(await planExport(folder, "spc_1", [{ path: "cinema/index.ts", text: "export {};\n" }]));
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
