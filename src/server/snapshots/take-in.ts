import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Snapshot } from "../../core/snapshot.ts";
import { takeDatabase } from "../open-data.ts";
import {
  dataFile,
  documentsFile,
  hashOf,
  manifestFile,
  readDocuments,
  sync,
  writeWhole,
} from "../workspace/snapshot-files.ts";
import { notOurs, unpack } from "./snapshot-stream.ts";

/** Makes a snapshot's folder of a snapshot's file. @throws Problem invalid-body or too-large where it is none that can be restored */
export async function takeIn(packed: Readable, dir: string): Promise<void> {
  const head = await unpack(packed, dir);
  const { counts, wasUpgraded } = await makeUsable(dir);
  const db = join(dir, dataFile);
  if (wasUpgraded) await sync(db);
  const files = wasUpgraded ? { ...head.files, [dataFile]: await hashOf(db) } : head.files;
  await writeWhole(join(dir, manifestFile), JSON.stringify({ ...head, files, kept: false, counts }));
}

/** `wasUpgraded`: its data.db was an older Understudy's, and is up to date now. @throws Problem invalid-body where it can't be restored */
async function makeUsable(dir: string): Promise<{ counts: Snapshot["counts"]; wasUpgraded: boolean }> {
  try {
    const bytes = await readFile(join(dir, documentsFile));
    if (!isUtf8(bytes)) throw new Error("its documents are not UTF-8");
    const documents = readDocuments(bytes.toString());
    const taken = await takeDatabase(join(dir, dataFile));
    if ("fault" in taken) throw new Error(taken.fault);
    const spaces = Object.keys(documents).filter((path) => path.endsWith("/space.json")).length;
    return { counts: { spaces, ...taken.counts }, wasUpgraded: taken.wasUpgraded };
  } catch (error) {
    throw notOurs((error as Error).message);
  }
}
