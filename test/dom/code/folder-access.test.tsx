import { expect, it, vi } from "vitest";
import { pickFolder } from "../../../src/renderer/exports/folder-access.ts";
import { planExport, writeExport } from "../../../src/renderer/exports/folder-export.ts";

const files = [
  { path: "cinema/fallbacks.ts", text: "export {};\n" },
  { path: "cinema/index.ts", text: "export const cinema = 1;\n" },
];

/** What an export would write into a folder of the browser's own. */
async function planned() {
  const root = await navigator.storage.getDirectory();
  const handle = await root.getDirectoryHandle("Größe", { create: true });
  vi.stubGlobal("showDirectoryPicker", async () => handle);
  const folder = await pickFolder();
  if (folder === null) throw new Error("no folder was picked");
  return planExport(folder, "spc_1", files);
}

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
  await writeExport(second);
  const third = await planned();
  expect([third.changes, third.manifestBefore]).toEqual([[], expect.stringContaining("spc_1")]);
});
