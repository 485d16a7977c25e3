import { mkdir, readdir, rename } from "node:fs/promises";
import { dirname } from "node:path";
import type { Adapter } from "lowdb";
import type { Problem } from "../../core/problem.ts";
import { liesThere } from "../is-there.ts";
import { assertNoLink, assertNoLinks, DocumentError } from "./document-error.ts";
import { DurableJsonFile, readPlain } from "./durable-json-file.ts";
import type { DocumentKind } from "./parse-document.ts";

/** Which change of all documents one was made by. */
export interface Version {
  readonly head: number;
}

/** A document as it was at a moment. */
export interface Stored extends Version {
  readonly text: string;
}

/** What changed after a head, by name, and the names of all that there is of Spaces: as of one moment. */
export interface ChangedDocuments {
  readonly changed: ReadonlyMap<string, Stored>;
  readonly there: ReadonlySet<string>;
}

/** One stored document. */
export interface DocumentFile<T> extends Adapter<T> {
  /** The folder may move. */
  path: string;
  /** The text that memory is made from. */
  text: string | null;
  /** Where others share its place: of which change that text is. Null where nobody can say. */
  sharedVersion?: Version | null;
  /** The Problem of a change where the document is gone. */
  takenAway(): Problem;
  /** The text of it. @throws Problem invalid-body, too-large where it could not be read again */
  readable(value: T): string;
  /** `text`: where it is at hand. @throws OutsideEdit where somebody else has changed it since it was read */
  write(value: T, text?: string): Promise<void>;
  /** Where others share its place: as `write`, and its folder gets another name in the same step. @throws as `write` and `move` do */
  writeMoved?(text: string, folder: string): Promise<void>;
  /** The text as it is now; `write` then replaces it. */
  textOnDisk(): Promise<string | null>;
}

/** Where a workspace's documents lie: files of a folder, or rows of a database that several servers share. */
export interface DocumentPlace {
  file<T>(path: string, kind: DocumentKind<T>, options?: FileOptions): DocumentFile<T>;
  /** Also of a link, which is read by nobody. @throws StartError where nobody can say, DocumentError where a link leads there */
  exists(path: string): Promise<boolean>;
  text(path: string): Promise<string>;
  /** What lies in a folder, by name. */
  entries(folder: string): Promise<readonly { readonly name: string; readonly isFolder: boolean }[]>;
  makeFolder(folder: string): Promise<void>;
  /**
   * @throws an error with the code EEXIST, or the like, where something lies there already; ENOENT, or where others share it Problem
   * not-found, where nothing is left to move; OutsideEdit where they do, and `known`, of what is moved, is not as it is known
   */
  move(from: string, to: string, known?: KnownDocument): Promise<void>;
  /** @throws DocumentError where a link leads elsewhere */
  assertNoLink(path: string): Promise<void>;
  /**
   * Where others share it: those of these documents that are there, by path, as of one moment; null for one that did not change
   * after the head that is known of it.
   */
  newer?(known: readonly KnownDocument[]): Promise<ReadonlyMap<string, Stored | null>>;
}

export interface FileOptions {
  readonly mode?: number | undefined;
  readonly beside?: Beside | undefined;
}

/**
 * What a document lies beside. Where others share their place it is made, or also changed, only while that one is as it is known, and
 * this counts as a change of that one, too: who changes that one at the same moment looks again at what lies beside it.
 */
export interface Beside {
  readonly document: KnownDocument & {
    /** Nobody else has changed it up to this change. */
    counted(head: number): void;
  };
  readonly when: "made" | "made or changed";
}

export interface KnownDocument {
  readonly path: string;
  readonly head: number;
}

/** Files of a workspace's folder. Nothing in it is read, made or moved through a link. */
export const filesIn = (dir: string): DocumentPlace => ({
  file: (path, kind, { mode } = {}) =>
    new DurableJsonFile(path, kind, mode === undefined ? { dir } : { dir, mode }),
  exists: async (path) => {
    await assertNoLinks(dir, dirname(path));
    return liesThere(path);
  },
  text: async (path) => {
    const found = await readPlain(dir, path);
    if (found === null) throw new DocumentError(path, null, "is not there");
    return found;
  },
  entries: async (folder) =>
    (await readdir(folder, { withFileTypes: true })).map((entry) => ({
      name: entry.name,
      isFolder: entry.isDirectory(),
    })),
  makeFolder: async (folder) => {
    await assertNoLinks(dir, folder);
    // Whatever the umask: whoever writes there would have it served.
    await mkdir(folder, { recursive: true, mode: 0o755 });
  },
  move: async (from, to) => {
    for (const path of [from, to]) await assertNoLinks(dir, dirname(path));
    await rename(from, to);
  },
  assertNoLink,
});
