import { Low } from "lowdb";
import { Problem } from "../../core/problem.ts";
import { DocumentError } from "./document-error.ts";
import { DurableJsonFile } from "./durable-json-file.ts";
import type { DocumentKind } from "./parse-document.ts";

interface OpenOptions<T> {
  readonly path: string;
  readonly kind: DocumentKind<T>;
  /** What a new document holds; it is written at once. Left out: the file must be there. */
  readonly initial?: T;
  readonly backups: string;
  readonly mode?: number;
}

/** One JSON document: memory never holds what the disk does not. One writer at a time, in the order of the calls. */
export class JsonDocument<T> {
  private readonly file: DurableJsonFile<T>;
  private readonly low: Low<T>;
  private tail: Promise<unknown> = Promise.resolve();

  private constructor(file: DurableJsonFile<T>, low: Low<T>) {
    this.file = file;
    this.low = low;
  }

  /** @throws DocumentError where the file is missing (and nothing is to stand in), damaged, invalid or newer. */
  static async open<T>({ path, kind, initial, backups, mode }: OpenOptions<T>): Promise<JsonDocument<T>> {
    const file = new DurableJsonFile(path, kind, mode === undefined ? { backups } : { backups, mode });
    const found = await file.read();
    if (found === null && initial === undefined) throw new DocumentError(path, null, "is missing");
    const low = new Low<T>(file, found ?? (initial as T));
    if (found === null) await low.write();
    return new JsonDocument(file, low);
  }

  get path(): string {
    return this.file.path;
  }

  /** What is stored now. Not to be changed in place: `update` hands out a copy. */
  get data(): T {
    return this.low.data;
  }

  /** Changes a copy, stores it, and only then makes it the document. What `change` throws leaves everything as it was. */
  update<R>(change: (draft: T) => R): Promise<R> {
    return this.queue(async () => {
      await this.takeOutsideEdit();
      const draft = structuredClone(this.low.data);
      const result = change(draft);
      await this.store(draft);
      return result;
    });
  }

  /** Takes over what someone else wrote into the file. True where it differed. @throws DocumentError, and the old state stays. */
  reload(): Promise<boolean> {
    return this.queue(async () => {
      const text = await this.file.textOnDisk();
      if (text === null || text === this.file.text) return false;
      const found = await this.file.read();
      if (found !== null) this.low.data = found;
      return true;
    });
  }

  private queue<R>(work: () => Promise<R>): Promise<R> {
    const run = this.tail.then(work, work);
    this.tail = run.catch(() => undefined);
    return run;
  }

  private async takeOutsideEdit(): Promise<void> {
    const text = await this.file.textOnDisk();
    if (text === null || text === this.file.text) return;
    try {
      const found = await this.file.read();
      if (found !== null) this.low.data = found;
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      throw new Problem(
        "conflict",
        `The file was edited from outside and can't be read, so nothing was saved over it. Mend it first. ${error.message}`,
      );
    }
  }

  private async store(draft: T): Promise<void> {
    try {
      await this.file.write(draft);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Problem("storage-failed", `The change was not saved: ${reason}`, {
        cause: error,
        headers: { "Retry-After": "5" },
      });
    }
    this.low.data = draft;
  }
}
