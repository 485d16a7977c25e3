import { dirname, join } from "node:path";
import { isThere } from "../is-there.ts";
import { DocumentError } from "./document-error.ts";
import { showsKind } from "./document-kinds.ts";
import { type DocumentPlace, filesWithBackups } from "./document-place.ts";
import { DurableJsonFile } from "./durable-json-file.ts";

/** A workspace's files as a start would find them. What a start writes or moves is taken as done, and nothing is changed. */
export function lookedAtFiles(): DocumentPlace {
  const files = filesWithBackups("");
  /** What lies in a folder's place, by the name that a start would give it. */
  const moved = new Map<string, string>();
  const onDisk = (path: string): string => {
    const from = moved.get(path);
    if (from !== undefined || dirname(path) === path) return from ?? path;
    return join(onDisk(dirname(path)), path.slice(dirname(path).length));
  };
  return {
    file: (path, kind) => new LookedAtFile(onDisk(path), kind, { backups: "" }),
    exists: async (path) => isThere(onDisk(path)),
    text: (path) => files.text(onDisk(path)),
    entries: async (folder) => (isThere(folder) ? files.entries(folder) : []),
    makeFolder: () => Promise.resolve(),
    move: async (from, to) => void moved.set(to, from),
    assertNoLink: (path) => files.assertNoLink(onDisk(path)),
  };
}

class LookedAtFile<T> extends DurableJsonFile<T> {
  override async read(): Promise<T | null> {
    return super.read().catch((error: unknown) => {
      // A start puts these aside, and the shows begin anew.
      if (error instanceof DocumentError && this.kind === showsKind) return null;
      throw error;
    });
  }

  override async write(): Promise<void> {
    // Nothing is written.
  }

  protected override async backUp(): Promise<void> {
    // Nor kept.
  }
}
