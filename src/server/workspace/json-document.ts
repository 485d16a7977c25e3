import { basename, dirname, join } from "node:path";
import { Low } from "lowdb";
import { copyOf } from "../../core/json-object.ts";
import { parsedJson } from "../../core/parsed-json.ts";
import { Problem } from "../../core/problem.ts";
import { DocumentError } from "./document-error.ts";
import type { DocumentFile, DocumentPlace, FileOptions, KnownDocument, Stored } from "./document-place.ts";
import { type Companion, takeTogether } from "./documents-together.ts";
import { OutsideEdit } from "./outside-edit.ts";
import { type DocumentKind, parseDocument } from "./parse-document.ts";
import { notStored, storageFailed } from "./storage-failed.ts";

interface OpenOptions<T> extends FileOptions {
  readonly path: string;
  readonly kind: DocumentKind<T>;
  /** What a new document holds; it is written at once. Left out: the file must exist. */
  readonly initial?: T;
  /** What the document holds as long as there is no file; only a change makes one. */
  readonly absent?: T;
  readonly place: DocumentPlace;
  /** Refuses what is valid but can't stand at this path. @throws DocumentError */
  readonly check?: Check<T>;
  /** Refuses whatever JSON is not of the one `before`, also what a newer Understudy wrote. @throws AnotherInPlace */
  readonly assertSame?: AssertSame<T>;
  /** Told when a change of ours finds that somebody else has edited the file, and takes that in first. */
  readonly onOutsideEdit?: () => void;
}

type Check<T> = (found: T, path: string) => void;
type AssertSame<T> = (found: unknown, path: string, before: T) => void;

/**
 * One JSON document. Memory never holds what is not on disk. Changes are made one at a time, in the order of the calls; where others
 * share its place, what they changed is put in place in between, at any moment.
 */
export class JsonDocument<T> {
  private readonly file: DocumentFile<T>;
  private readonly kind: DocumentKind<T>;
  private readonly place: DocumentPlace;
  private readonly low: Low<T>;
  private readonly check: Check<T>;
  private readonly assertSame: AssertSame<T>;
  private readonly absent: T | undefined;
  /** Told when a change of ours finds that somebody else has edited the file, and has taken that in first. */
  onOutsideEdit: () => void;
  /** Where others share its place: what a change of ours takes in as of one moment, this one among it. */
  together: () => readonly Companion[] = () => [this];
  /** Where others share its place, and it is not where it was: puts it where it lies now. */
  seek: () => Promise<void> = async () => undefined;
  /** What this server writes just now. */
  private writing: { readonly text: string; readonly draft: T } | null = null;
  private retired: Problem | null = null;
  private tail: Promise<unknown> = Promise.resolve();

  private constructor(
    file: DocumentFile<T>,
    low: Low<T>,
    {
      kind,
      check = () => undefined,
      assertSame = () => undefined,
      absent,
      onOutsideEdit = () => undefined,
      place,
    }: Pick<OpenOptions<T>, "kind" | "check" | "assertSame" | "absent" | "onOutsideEdit" | "place">,
  ) {
    this.file = file;
    this.kind = kind;
    this.place = place;
    this.low = low;
    this.check = check;
    this.assertSame = assertSame;
    this.absent = absent;
    this.onOutsideEdit = onOutsideEdit;
  }

  /** @throws DocumentError where the file is missing (and nothing is to stand in), damaged, invalid or newer. */
  static async open<T>(options: OpenOptions<T>): Promise<JsonDocument<T>> {
    const { path, kind, initial, absent, place } = options;
    const file = place.file(path, kind, options);
    const found = await readOrMake(file, initial);
    const data = found ?? absent;
    if (data === undefined) throw new DocumentError(path, null, "is missing");
    if (found !== null) options.check?.(found, path);
    const low = new Low<T>(file, data);
    return new JsonDocument(file, low, options);
  }

  /** One that was read together with others. @throws DocumentError */
  static of<T>(options: OpenOptions<T>, stored: Stored): JsonDocument<T> {
    const { path, kind, place } = options;
    const { value } = parseDocument(path, stored.text, kind);
    options.check?.(value, path);
    const file = place.file(path, kind, options);
    file.text = stored.text;
    file.sharedVersion = stored;
    return new JsonDocument(file, new Low<T>(file, value), options);
  }

  get path(): string {
    return this.file.path;
  }

  /** What is stored now. Not to be changed in place: `update` hands out a copy. */
  get data(): T {
    return this.low.data;
  }

  /**
   * Changes a copy, stores it, and only then makes it the document. What `change` throws leaves everything as it was. `first`
   * runs once the change was possible, before it is stored, while nothing else can change the document.
   */
  update<R>(
    change: (draft: T) => R,
    first: (before: T) => Promise<void> = async () => undefined,
  ): Promise<R> {
    return this.changed(change, async (made) => {
      await first(made.from);
      await this.store(made);
    });
  }

  /**
   * Like `update`, for a change that gives the document's folder another name. Writes that wait for this one go to the new
   * place. Where that is two steps the folder moves first: after a crash in between, the next start moves it back.
   *
   * @throws Problem conflict where the new folder exists
   */
  updateAndMove<R>(change: (draft: T) => R, folderOf: (draft: T) => string): Promise<R> {
    return this.changed(change, async (made) => {
      const before = dirname(this.path);
      const after = folderOf(made.draft);
      const { file } = this;
      if (file.writeMoved !== undefined && after !== before)
        return this.store(made, () => moving(after, async () => file.writeMoved?.(made.text, after)));
      await this.moveFolder(before, after);
      try {
        await this.store(made);
      } catch (error) {
        await this.moveFolder(after, before);
        throw error;
      }
    });
  }

  /**
   * Does `work` with the folder around it; where others share its place with what they changed, anew where they do so meanwhile. The
   * caller holds the document.
   *
   * @throws Problem conflict where another one lies in its place
   */
  async inFolder<R>(work: (folder: string) => Promise<R>): Promise<R> {
    if (this.place.newer === undefined) {
      await this.assertNoOther();
      return work(dirname(this.path));
    }
    return anewWhereOthersWrite(async () => {
      await this.takeOthers();
      return work(dirname(this.path));
    });
  }

  /** Where others share its place: takes in what they changed, and has it lie where it lies now. @throws as `takeOutsideEdit` */
  async takeOthers(): Promise<void> {
    if (this.place.newer !== undefined) await this.takeTogether(this.place);
  }

  /** Where others share its place: as `takeOthers`, also where that can't be read. Gives what is stored then. */
  async asStored(): Promise<KnownDocument> {
    const refused = this.place.newer && (await this.takenTogether(this.place));
    return { path: this.path, head: refused?.stored.head ?? this.head };
  }

  /**
   * Ends the document, also one that can't be read now: once `check` agrees and `work` is done, every write that waits or comes is
   * refused with `reason`.
   *
   * @throws Problem conflict where another one lies in its place
   */
  retire(
    check: (data: T) => void,
    work: (folder: string, checked: KnownDocument) => Promise<void>,
    reason: Problem,
  ): Promise<void> {
    return this.queue(() =>
      anewWhereOthersWrite(async () => {
        const checked = await this.asStored();
        check(this.low.data);
        if (this.place.newer === undefined) await this.assertNoOther();
        await work(dirname(this.path), checked);
        this.retired = reason;
      }),
    );
  }

  /** Ends the document at once, whoever holds it. */
  end(reason: Problem): void {
    this.retired = reason;
  }

  /** Does `work` while this document can't change. */
  hold<R>(work: () => Promise<R>): Promise<R> {
    return this.queue(work);
  }

  /** The folder around the file was moved. */
  relocate(path: string): void {
    this.file.path = path;
  }

  /** Takes over what someone else wrote into the file. True where it differed. @throws DocumentError, or Problem `takenAway`, and the old state stays. */
  reload(): Promise<boolean> {
    return this.queue(() => this.reloadHeld());
  }

  /** As `reload`, for a caller that holds the document already. */
  async reloadHeld(): Promise<boolean> {
    const text = await this.file.textOnDisk();
    if (text === this.file.text) return false;
    if (text !== null) await this.takeFromDisk(text);
    else if (!this.takeAbsence()) throw this.takenAway();
    return true;
  }

  /** The last change that it has of those that all who share its place count; 0 where nobody can say. */
  get head(): number {
    return this.file.sharedVersion?.head ?? 0;
  }

  /** It is as it was, up to this change. */
  counted(head: number): void {
    if (head > this.head) this.file.sharedVersion = { head };
  }

  /** What a text says, where that is known: it is the one that memory is made from. */
  said(text: string): T | undefined {
    return text === this.file.text ? this.low.data : undefined;
  }

  /**
   * Puts in place what was read together with other documents, unless this one is newer. True where it says something else.
   * `value`: what is read from it, where that is known. @throws DocumentError, and the old state stays
   */
  take(stored: Stored, value?: T): boolean {
    if (stored.head <= this.head) return false;
    const isOurs = stored.text === this.writing?.text;
    const isNew = stored.text !== this.file.text && !isOurs;
    if (isOurs && this.writing !== null) this.low.data = this.writing.draft;
    if (isNew) {
      const found = value ?? parseDocument(this.path, stored.text, this.kind).value;
      this.assertSame(found, this.path, this.low.data);
      this.check(found, this.path);
      this.low.data = found;
    }
    this.file.text = stored.text;
    this.file.sharedVersion = stored;
    return isNew;
  }

  /** Why a change would be refused where there is no file any more. */
  takenAway(): Problem {
    return this.file.takenAway();
  }

  private queue<R>(work: () => Promise<R>): Promise<R> {
    const next = () => {
      if (this.retired !== null) throw this.retired;
      return work();
    };
    const run = this.tail.then(next);
    this.tail = run.catch(() => undefined);
    return run;
  }

  /** Does `change`, and `store`s what it made; anew where somebody else has written at the same moment. */
  private changed<R>(change: (draft: T) => R, store: (made: Made<T>) => Promise<void>): Promise<R> {
    return this.queue(() =>
      anewWhereOthersWrite(async () => {
        const { result, ...made } = await this.drafted(change);
        await store(made);
        return result;
      }),
    );
  }

  private async drafted<R>(change: (draft: T) => R): Promise<Made<T> & { readonly result: R }> {
    await this.takeOutsideEdit();
    const from = this.low.data;
    const draft = copyOf(from);
    const result = change(draft);
    return { from, heads: this.heads(), draft, text: this.file.readable(draft), result };
  }

  /** The last changes that it has, and what counts together with it. */
  private heads(): string {
    return this.together()
      .map(({ head }) => head)
      .join();
  }

  private async moveFolder(from: string, to: string): Promise<void> {
    if (from === to) return;
    await moving(to, () => this.place.move(from, to));
    this.file.path = join(to, basename(this.path));
  }

  /**
   * Before a change: takes in an edit from outside. @throws Problem conflict where it can't be read; storage-failed, or
   * not-found, where it was taken away
   */
  async takeOutsideEdit(): Promise<void> {
    if (this.place.newer !== undefined) return this.takeTogether(this.place);
    const text = await this.file.textOnDisk().catch((error: unknown) => {
      throw error instanceof DocumentError ? unreadable(error) : storageFailed(error);
    });
    if (text === this.file.text) return;
    try {
      if (text !== null) await this.takeFromDisk(text);
      else if (!this.takeAbsence()) throw this.takenAway();
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      throw unreadable(error);
    }
    this.onOutsideEdit();
  }

  /** What can't be read is not another one: what it is of goes on. @throws Problem conflict */
  private async assertNoOther(): Promise<void> {
    const text = await this.file.textOnDisk().catch(() => null);
    if (text === null || text === this.file.text) return;
    try {
      this.assertSame(parsedJson(text), this.path, this.low.data);
    } catch (error) {
      throw error instanceof DocumentError ? unreadable(error) : error;
    }
  }

  private async takeTogether(place: DocumentPlace): Promise<void> {
    const refused = await this.takenTogether(place);
    if (refused === undefined) return;
    throw refused.error instanceof DocumentError ? unreadable(refused.error) : refused.error;
  }

  /**
   * As of one moment, and at once: what a change of ours is made of, and what decides meanwhile, is whole. Gives what is stored of this
   * one where that can't be read; what else can't be is told by the next look.
   */
  private async takenTogether(place: DocumentPlace) {
    const { isChanged, refused } = await takeTogether(place, this.together);
    if (isChanged) this.onOutsideEdit();
    return refused.get(this);
  }

  /** Whether nothing else may stand in for it. */
  get mustBe(): boolean {
    return this.absent === undefined;
  }

  /** There is no file any more. False where something has to be there, or nothing was. */
  takeAbsence(): boolean {
    if (this.absent === undefined || this.file.text === null) return false;
    this.low.data = this.absent;
    this.file.text = null;
    return true;
  }

  /** A refused text leaves memory as it was, so that it is read again next time. */
  private async takeFromDisk(text: string): Promise<void> {
    const before = this.file.text;
    const found = await this.file.read();
    if (found === null) return;
    try {
      this.assertSame(found, this.path, this.low.data);
      this.check(found, this.path);
    } catch (error) {
      if (this.file.text === text) this.file.text = before;
      throw error;
    }
    this.low.data = found;
  }

  private async store(
    { from, heads, draft, text }: Made<T>,
    write = () => this.file.write(draft, text),
  ): Promise<void> {
    // Somebody else's was put in place since.
    if (this.low.data !== from || this.heads() !== heads) throw new OutsideEdit();
    this.writing = { text, draft };
    try {
      await write();
    } catch (error) {
      // It was written, and only the answer is lost.
      if (this.low.data === draft) this.onOutsideEdit();
      throw notStored(error);
    } finally {
      this.writing = null;
    }
    // Otherwise somebody else's newer one is here already.
    if (this.file.text === text) this.low.data = draft;
  }
}

/** A change that is not stored yet: what it was made of, what it made, and the text of that. */
interface Made<T> {
  readonly from: T;
  readonly heads: string;
  readonly draft: T;
  readonly text: string;
}

/** How often a change is made anew because somebody else writes at the same moment. */
const mostAttempts = 20;

/** @throws Problem conflict where others leave no gap */
async function anewWhereOthersWrite<R>(work: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OutsideEdit)) throw error;
      if (attempt === mostAttempts) throw changedMeanwhile();
    }
}

const unreadable = ({ message }: DocumentError): Problem =>
  new Problem(
    "conflict",
    `The file was edited from outside and can't be read, so nothing was saved over it. Repair it first. ${message}`,
  );

const changedMeanwhile = (): Problem =>
  new Problem("conflict", "Others change it without a pause, so nothing was saved over it. Try again.");

/** @throws Problem conflict where something lies in the new folder, storage-failed; OutsideEdit */
async function moving(to: string, move: () => Promise<void>): Promise<void> {
  try {
    await move();
  } catch (error) {
    if (isTaken(error))
      throw new Problem("conflict", `The folder ${basename(to)} is there already, with something in it.`);
    throw notStored(error);
  }
}

const isTaken = (error: unknown): boolean =>
  ["ENOTEMPTY", "EEXIST", "ENOTDIR", "EPERM"].includes(String((error as NodeJS.ErrnoException).code));

/** What is stored, or `initial`, stored now. Of two servers that make it at once, both get what the first one made. */
async function readOrMake<T>(file: DocumentFile<T>, initial: T | undefined): Promise<T | null> {
  const found = await file.read();
  if (found !== null || initial === undefined) return found;
  try {
    await file.write(initial);
    return initial;
  } catch (error) {
    if (!(error instanceof OutsideEdit)) throw error;
    const made = await file.read();
    // Nobody else has made it: what it was to lie beside is not as it was.
    if (made === null) throw error;
    return made;
  }
}
