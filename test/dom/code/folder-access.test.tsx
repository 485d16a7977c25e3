import { expect, it, vi } from "vitest";
import { pickFolder } from "../../../src/renderer/exports/folder-access.ts";
import { planExport, writeExport } from "../../../src/renderer/exports/folder-export.ts";

const files = [
  { path: "cinema/fallbacks.ts", text: "export {};\n" },
  { path: "cinema/index.ts", text: "export const cinema = 1;\n" },
];

/** A folder of the browser's own. */
async function picked() {
  const root = await navigator.storage.getDirectory();
  const handle = await root.getDirectoryHandle("Größe", { create: true });
  vi.stubGlobal("showDirectoryPicker", async () => handle);
  const folder = await pickFolder();
  if (folder === null) throw new Error("no folder was picked");
  return folder;
}

/** What an export would write into it. */
const planned = async () => planExport(await picked(), "spc_1", files);

it.each([
  ["a file", 1],
  ["the manifest", 2],
])("an export that failed at %s leaves nothing that stands in the way of the next one", async (_, at) => {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry("Größe", { recursive: true }).catch(() => undefined);
  const first = await planned();
  const through = FileSystemFileHandle.prototype.createWritable;
  let written = 0;
  vi.spyOn(FileSystemFileHandle.prototype, "createWritable").mockImplementation(function (
    this: FileSystemFileHandle,
  ) {
    written += 1;
    return written > at ? Promise.reject(new DOMException("full", "QuotaExceededError")) : through.call(this);
  });
  await expect(writeExport(first)).rejects.toThrow("full");
  vi.restoreAllMocks();
  const second = await planned();
  expect(second.changes.map(({ kind }) => kind)).toEqual(at === 1 ? ["missing"] : []);
  expect(second.isDone).toBe(false);
  await writeExport(second);
  const third = await planned();
  expect([third.changes, third.isDone, third.manifestBefore]).toEqual([
    [],
    true,
    expect.stringContaining("spc_1"),
  ]);
});

it("says of a folder that is gone meanwhile that it has to be picked again", async () => {
  const root = await navigator.storage.getDirectory();
  const plan = await planned();
  await root.removeEntry("Größe", { recursive: true });
  await expect(writeExport(plan)).rejects.toThrow("is not there any more");
});

it("removes what another export has removed already", async () => {
  await writeExport(await planned());
  const folder = await picked();
  await writeExport(await planExport(folder, "spc_1", files.slice(1)));
  const late = { path: "cinema/fallbacks.ts", text: null, replaces: true, before: null };
  await expect(folder.apply([late])).resolves.toBeUndefined();
});
