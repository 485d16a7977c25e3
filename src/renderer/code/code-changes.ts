import type { GeneratedCode } from "../../core/codegen/codegen-request.ts";
import type { TreeStop } from "../parts/tree-step.ts";

/** How a file stands to the last export. */
export type FileState = "same" | "added" | "changed" | "removed";

export interface CodeFile {
  readonly path: string;
  readonly state: FileState;
  /** As it was exported last; null where it was not. */
  readonly before: string | null;
  /** As it is generated now; null where it no longer is. */
  readonly after: string | null;
}

type Files = GeneratedCode["files"];

/**
 * Every file that is there now or was exported last, by path. Without an export nothing is new. A file whose first line
 * alone differs (it names the revision) is the same: nothing in it would behave otherwise.
 */
export function codeFiles(now: Files, last: Files | null): CodeFile[] {
  if (last === null) return now.map(({ path, text }) => ({ path, state: "same", before: text, after: text }));
  const before = new Map(last.map(({ path, text }) => [path, text]));
  const after = new Map(now.map(({ path, text }) => [path, text]));
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.map((path) => fileOf(path, before.get(path) ?? null, after.get(path) ?? null));
}

function fileOf(path: string, before: string | null, after: string | null): CodeFile {
  if (before === null) return { path, state: "added", before, after };
  if (after === null) return { path, state: "removed", before, after };
  return { path, state: body(before) === body(after) ? "same" : "changed", before, after };
}

const body = (text: string): string => text.slice(text.indexOf("\n"));

export const changedFiles = (files: readonly CodeFile[]): readonly CodeFile[] =>
  files.filter(({ state }) => state !== "same");

/** A line of the file tree: a folder, or a file in one. */
export interface TreeLine extends TreeStop {
  /** From 1, as `aria-level` counts. */
  readonly level: number;
  /** Null for a folder. */
  readonly file: CodeFile | null;
}

/** The files as lines of a tree: a folder before what is in it, which is not shown while it is closed. A line's id is its path; a folder's ends in `/`. */
export function treeLines(files: readonly CodeFile[], closed: ReadonlySet<string>): TreeLine[] {
  const lines = new Map<string, TreeLine>();
  for (const file of files) {
    const parts = file.path.split("/");
    const idAt = (level: number) => `${parts.slice(0, level).join("/")}/`;
    for (const [index, name] of parts.entries()) {
      const level = index + 1;
      const parentId = index === 0 ? null : idAt(index);
      const id = level === parts.length ? file.path : idAt(level);
      if (level === parts.length) lines.set(id, { id, name, level, parentId, open: null, file });
      else lines.set(id, { id, name, level, parentId, open: !closed.has(id), file: null });
      if (closed.has(id)) break;
    }
  }
  return [...lines.values()];
}
