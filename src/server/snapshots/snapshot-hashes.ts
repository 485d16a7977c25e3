import { join } from "node:path";
import { Problem } from "../../core/problem.ts";
import {
  dataFile,
  hashOf,
  type Manifest,
  manifestFile,
  parts,
  readManifest,
  writeWhole,
} from "../workspace/snapshot-files.ts";

/** What snapshots' content has to be. A data.db that a restore moved into one is hashed later, once for all who ask. */
export class SnapshotHashes {
  /** By folder: those whose data.db is being hashed. */
  private readonly running = new Map<string, Promise<Manifest>>();

  /** A snapshot's manifest, with all hashes. */
  of(dir: string): Promise<Manifest> {
    const running = this.running.get(dir);
    if (running !== undefined) return running;
    const begun = hash(dir).finally(() => this.running.delete(dir));
    this.running.set(dir, begun);
    return begun;
  }

  /** Resolves once nothing is written into the folder any more. */
  async settled(dir: string): Promise<void> {
    await this.running.get(dir)?.catch(() => undefined);
  }

  /** @throws Problem conflict where its content does not match its hashes */
  async assertWhole(dir: string): Promise<Manifest> {
    const head = await this.of(dir);
    for (const part of parts) {
      const { sha256 } = await hashOf(join(dir, part));
      if (sha256 !== head.files[part].sha256)
        throw new Problem(
          "conflict",
          `The snapshot is damaged: ${part} is not what it was. Nothing was changed.`,
        );
    }
    return head;
  }
}

async function hash(dir: string): Promise<Manifest> {
  const head = await readManifest(dir);
  if (head.files[dataFile].sha256 !== null) return head;
  const whole = { ...head, files: { ...head.files, [dataFile]: await hashOf(join(dir, dataFile)) } };
  await writeWhole(join(dir, manifestFile), JSON.stringify(whole));
  return whole;
}
