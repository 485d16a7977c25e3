import { existsSync, readdirSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { beginningOf } from "../../core/characters.ts";
import { Problem } from "../../core/problem.ts";
import type { Snapshot } from "../../core/snapshot.ts";
import { fileTrouble } from "../file-trouble.ts";
import { countsOf } from "../open-data.ts";
import type { Services } from "../services.ts";
import type { StoreFile } from "../store/ports.ts";
import { DocumentError } from "../workspace/document-error.ts";
import { newId } from "../workspace/new-id.ts";
import { putRestored, restoringDir, UnfinishedRestore } from "../workspace/restore-files.ts";
import {
  dataFile,
  documentsFile,
  hashOf,
  isSnapshot,
  type Manifest,
  manifestFile,
  parts,
  readManifest,
  sizeOf,
  snapshotsDir,
  sync,
  writeWhole,
} from "../workspace/snapshot-files.ts";
import { storageFailed } from "../workspace/storage-failed.ts";
import { dataDbOf } from "../workspace/workspace-files.ts";
import { type Moment, momentNow } from "./moment-now.ts";
import {
  adoptKeys,
  goOnWith,
  makeDocumentsReady,
  makeStoreReady,
  takeLastSessions,
} from "./restore-steps.ts";
import { SnapshotHashes } from "./snapshot-hashes.ts";
import { fileOf } from "./snapshot-stream.ts";
import { takeIn } from "./take-in.ts";

type Needs = Pick<Services, "workspace" | "store" | "clock" | "live" | "log" | "recent">;

/** How many snapshots stay of those that restores have kept. */
const keptOnes = 2;

/** Keeps everything at one moment, and restores it while everybody stays connected. Does one thing at a time, but for imports. */
export class SnapshotService {
  private readonly services: Needs;
  private readonly dir: string;
  private isBusy = false;
  private readonly hashes = new SnapshotHashes();

  constructor(services: Needs) {
    this.services = services;
    this.dir = snapshotsDir(services.workspace.dir);
  }

  /** Newest first. */
  async list(): Promise<Snapshot[]> {
    if (this.services.store.file === undefined) return [];
    const ids = existsSync(this.dir) ? readdirSync(this.dir).filter((name) => isId.test(name)) : [];
    const { warnings } = this.services.workspace;
    for (const warned of warnings.keys())
      if (dirname(warned) === this.dir && !ids.includes(basename(warned))) warnings.delete(warned);
    const found = await Promise.all(ids.map((id) => this.find(id).catch((error) => this.leftOut(id, error))));
    for (const one of found) if (one !== null) warnings.delete(join(this.dir, one.id));
    return found
      .filter((one) => one !== null)
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id));
  }

  /** @throws Problem conflict while another is made or restored, storage-failed */
  save(name: string): Promise<Snapshot> {
    return this.alone(async () => {
      const file = this.storeFile();
      const id = newId("snp");
      const aside = await this.aside(id);
      try {
        // Changes wait, as the store's do, so that both are of one moment.
        const moment = await this.services.workspace.hold(async () => {
          await file.copyTo(join(aside, dataFile));
          return momentNow(this.services);
        });
        await this.write(aside, moment, { name, kept: false }, true);
        await sync(join(aside, dataFile));
        await rename(aside, join(this.dir, id));
        return await this.find(id);
      } catch (error) {
        await rm(aside, { recursive: true, force: true });
        throw error instanceof Problem ? error : storageFailed(error);
      }
    });
  }

  /** Also one that is damaged. @throws Problem not-found */
  async delete(id: string): Promise<void> {
    await this.ofWhole(id, () => this.alone(() => this.remove(id)));
  }

  /** The content of a snapshot's file, as `import` reads it. @throws Problem not-found */
  async file(id: string): Promise<{ readonly name: string; readonly bytes: Readable }> {
    return this.ofWhole(id, async (dir) => {
      const head = await this.hashes.of(dir);
      return { name: head.name, bytes: await fileOf(dir, head) };
    });
  }

  /**
   * Beside whatever else is done: how long it takes is the sender's.
   *
   * @throws Problem invalid-body or too-large where it is no snapshot that can be used
   */
  async import(packed: Readable): Promise<Snapshot> {
    this.storeFile();
    const id = newId("snp");
    const aside = await this.aside(id);
    try {
      await takeIn(packed, aside);
      await rename(aside, join(this.dir, id));
      return await this.find(id);
    } catch (error) {
      throw error instanceof Problem ? error : storageFailed(error);
    } finally {
      await rm(aside, { recursive: true, force: true });
    }
  }

  /**
   * Restores everything, and keeps what is there now. A process that is killed on the way leaves the old state or the new one,
   * whole.
   *
   * @throws Problem not-found; conflict where the snapshot is damaged, another is being made, or an edit from outside can't be read;
   * storage-failed where the disk failed or another program is reading data.db: all is as it was, or the next start finishes it
   */
  async restore(id: string): Promise<{ restored: string; kept: string }> {
    const { name } = await this.find(id);
    const { workspace } = this.services;
    return this.alone(() => workspace.dropsAlone(() => this.putBack(id, name)));
  }

  private async putBack(id: string, name: string): Promise<{ restored: string; kept: string }> {
    const { workspace, live } = this.services;
    const file = this.storeFile();
    const dir = join(this.dir, id);
    // It may have gone before its turn came.
    const head = await this.ofWhole(id, () => this.hashes.assertWhole(dir));
    const kept = newId("snp");
    let isPut = false;
    live.hold();
    try {
      await makeStoreReady(dir, file, workspace);
      await workspace.hold(async () => {
        await workspace.takeOutsideEdits();
        const spaceIds = await makeDocumentsReady(dir, workspace);
        await file.whileClosed(async () => {
          try {
            await takeLastSessions(workspace);
            await adoptKeys(workspace, head, spaceIds);
            await this.keepNow(kept, `Before “${beginningOf(name, 150)}” was restored`);
            await putRestored(workspace.dir, kept);
            isPut = true;
          } catch (error) {
            // Nothing may be changed over a restore that the next start finishes, not even by who waits already.
            if (error instanceof UnfinishedRestore) workspace.end(cannotGoOn(error));
            // On a full disk the store needs that space to open again.
            else await this.dropHalf(kept);
            throw error;
          }
        }, unfinished);
        await goOnWith(this.services, head, spaceIds);
      });
    } catch (error) {
      if (error instanceof UnfinishedRestore) throw cannotGoOn(error);
      if (!isPut) await this.dropHalf(kept);
      throw storageFailed(error);
    } finally {
      await live.release();
    }
    await this.dropOldKept(id).catch(() => undefined);
    void this.hashes.of(join(this.dir, kept)).catch(() => undefined);
    return { restored: id, kept };
  }

  /** @throws Problem not-found, conflict where it is damaged */
  find(id: string): Promise<Snapshot> {
    return this.ofWhole(id, async (dir) => {
      const { name, createdAt, counts, kept, files } = await readManifest(dir);
      const bytes = parts.reduce((sum, part) => sum + files[part].bytes, 0);
      return { id, name, createdAt, bytes, counts, kept };
    });
  }

  /** Tells of one that can't be used; what has gone meanwhile is nothing to tell. */
  private leftOut(id: string, error: unknown): null {
    if (!(error instanceof Problem))
      throw new Problem("not-ready", `A snapshot can't be read now: ${error}.`);
    if (error.code === "conflict") this.services.workspace.warnings.set(join(this.dir, id), error.message);
    return null;
  }

  /** What `work` finds in a snapshot's folder. @throws Problem not-found where there is none, or it goes meanwhile; conflict where it is damaged, or nobody here may read it */
  private async ofWhole<T>(id: string, work: (dir: string) => Promise<T>): Promise<T> {
    const dir = join(this.dir, id);
    const isWhole = () => this.services.store.file !== undefined && isId.test(id) && isSnapshot(dir);
    const missing = () => new Problem("not-found", "There is no such snapshot.");
    const unusable = (why: string) =>
      new Problem("conflict", `A snapshot can't be used. ${why}. Mend it, or delete ${dir}.`);
    try {
      if (!isWhole()) throw missing();
      return await work(dir).catch((error: unknown) => {
        throw isWhole() ? error : missing();
      });
    } catch (error) {
      if (error instanceof DocumentError) throw unusable(error.message);
      if (isUnreadable(error)) throw unusable(`${error.path ?? dir}: ${fileTrouble(error)}`);
      throw error;
    }
  }

  private async alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.isBusy)
      throw new Problem("conflict", "A snapshot is being made or restored right now. Try again in a moment.");
    this.isBusy = true;
    try {
      return await work();
    } finally {
      this.isBusy = false;
    }
  }

  /** @throws Problem conflict where the store is no file of this machine's */
  private storeFile(): StoreFile {
    const { file } = this.services.store;
    if (file !== undefined) return file;
    throw new Problem("conflict", "Snapshots need a workspace in a folder; this one's store is shared.");
  }

  private async aside(id: string): Promise<string> {
    const aside = join(this.dir, `.${id}`);
    await mkdir(aside, { recursive: true, mode: 0o700 });
    return aside;
  }

  /** `said`: of it beside its moment. `hashed`: whether data.db is there by now, and its hash can be written. */
  private async write(
    dir: string,
    { documents, spaces, ...moment }: Moment,
    said: Pick<Manifest, "name" | "kept">,
    hashed: boolean,
  ): Promise<void> {
    await writeWhole(join(dir, documentsFile), documents);
    const db = hashed ? join(dir, dataFile) : dataDbOf(this.services.workspace.dir);
    const counts = await countsOf(db);
    const { bytes, sha256 } = hashed ? await hashOf(db) : { bytes: await sizeOf(db), sha256: null };
    const head: Manifest = {
      understudySnapshot: 1,
      ...said,
      ...moment,
      createdAt: new Date().toISOString(),
      counts: { spaces, ...counts },
      files: {
        [documentsFile]: await hashOf(join(dir, documentsFile)),
        [dataFile]: { bytes, sha256 },
      },
    };
    await writeWhole(join(dir, manifestFile), JSON.stringify(head));
  }

  /** Keeps what is there now, but for data.db, which a finished restore moves there. */
  private async keepNow(id: string, name: string): Promise<void> {
    const dir = join(this.dir, id);
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await this.write(dir, momentNow(this.services), { name, kept: true }, false);
    await sync(this.dir);
  }

  private async dropOldKept(restored: string): Promise<void> {
    const old = (await this.list()).filter(({ kept }) => kept).slice(keptOnes);
    for (const { id } of old) if (id !== restored) await this.remove(id);
  }

  /** What a restore that failed has made. */
  private async dropHalf(kept: string): Promise<void> {
    for (const dir of [restoringDir(this.services.workspace.dir), join(this.dir, kept)])
      await rm(dir, { recursive: true, force: true }).catch(() => undefined);
  }

  /** Once nothing is written into it any more. */
  private async remove(id: string): Promise<void> {
    const dir = join(this.dir, id);
    await this.hashes.settled(dir);
    await rm(dir, { recursive: true, force: true });
    this.services.workspace.warnings.delete(dir);
  }
}

const cannotGoOn = (error: UnfinishedRestore): Problem =>
  new Problem("storage-failed", `${error.message.replace(/^a /, "The ")}.`, { cause: error });

const unfinished = (error: unknown): string | null =>
  error instanceof UnfinishedRestore ? error.message : null;

/** Another user's, or on a broken disk: it stays so. */
const isUnreadable = (error: unknown): error is NodeJS.ErrnoException =>
  ["EACCES", "EPERM", "EIO"].includes(String((error as NodeJS.ErrnoException).code));

const isId = /^snp_[0-9A-Za-z]{1,40}$/;
