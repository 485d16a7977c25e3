import { dirname, join } from "node:path";
import { isThere, liesThere } from "../is-there.ts";
import { assertNoLinks, DocumentError } from "./document-error.ts";
import { showsKind } from "./document-kinds.ts";
import { type DocumentPlace, filesIn } from "./document-place.ts";
import { DurableJsonFile } from "./durable-json-file.ts";
import type { DocumentKind } from "./parse-document.ts";

/** A workspace's files as a start would find them. What a start writes or moves is taken as done, and nothing is changed. */
export function lookedAtFiles(dir: string): DocumentPlace {
  const files = filesIn(dir);
  /** What lies in a folder's place, by the name that a start would give it. */
  const moved = new Map<string, string>();
  /** The names that nothing has any more. */
  const gone = new Set<string>();
  const onDisk = (path: string): string => {
    const from = moved.get(path);
    if (from !== undefined || dirname(path) === path) return from ?? path;
    return join(onDisk(dirname(path)), path.slice(dirname(path).length));
  };
  return {
    file: (path, kind) => new LookedAtFile(path, kind, dir, onDisk),
    exists: async (path) => !gone.has(dirname(path)) && !gone.has(path) && liesThere(onDisk(path)),
    text: (path) => files.text(onDisk(path)),
    // Asked for what lies in `spaces` before anything is moved.
    entries: async (folder) => (isThere(folder) ? files.entries(folder) : []),
    makeFolder: (folder) => assertNoLinks(dir, onDisk(folder)),
    move: async (from, to) => {
      moved.set(to, onDisk(from));
      gone.add(from);
      gone.delete(to);
    },
    assertNoLink: (path) => files.assertNoLink(onDisk(path)),
  };
}

class LookedAtFile<T> extends DurableJsonFile<T> {
  private readonly onDisk: (path: string) => string;

  constructor(path: string, kind: DocumentKind<T>, dir: string, onDisk: (path: string) => string) {
    super(path, kind, { dir });
    this.onDisk = onDisk;
  }

  override async textOnDisk(): Promise<string | null> {
    const named = this.path;
    this.path = this.onDisk(named);
    try {
      return await super.textOnDisk();
    } finally {
      this.path = named;
    }
  }

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
