import type { UserImportResult } from "../../core/user.ts";

/** How many rows go in one request: progress shows, and a large file is no large body. */
export const rowsAtOnce = 500;

/** What was pasted or chosen, row by row; `line` counts from 1 for people. */
type ReadRows =
  | { readonly rows: readonly { readonly line: number; readonly value: unknown }[] }
  | { readonly problem: string };

/** Reads a JSON array, one object, or NDJSON with one a line. */
export function readRows(text: string): ReadRows {
  const trimmed = text.trim();
  if (trimmed === "") return { problem: "There is nothing in it." };
  if (trimmed.startsWith("[")) return readArray(trimmed);
  // A pasted text may begin with the byte order mark that a browser takes off a file.
  return readLines(text.replace(/^\uFEFF/, ""));
}

function readArray(text: string): ReadRows {
  try {
    const all: unknown = JSON.parse(text);
    if (!Array.isArray(all)) return { problem: "It is not a list." };
    if (all.length === 0) return { problem: "The list is empty." };
    return { rows: all.map((value, index) => ({ line: index + 1, value })) };
  } catch (error) {
    return { problem: `It is not JSON: ${error instanceof Error ? error.message : "it cannot be read"}.` };
  }
}

function readLines(text: string): ReadRows {
  const rows: { line: number; value: unknown }[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    try {
      rows.push({ line: index + 1, value: JSON.parse(line) });
    } catch {
      return { problem: `Line ${index + 1} is not JSON. Send a JSON array, or one JSON object a line.` };
    }
  }
  return { rows };
}

export interface ImportProgress {
  readonly done: number;
  readonly total: number;
  readonly created: number;
  readonly updated: number;
  readonly rejected: readonly { readonly line: number; readonly detail: string }[];
}

/** Sends rows in parts, one after the other; tells after each how far it is. Stops where a request fails. */
export async function importRows(
  { rows }: Extract<ReadRows, { rows: unknown }>,
  send: (part: readonly unknown[]) => Promise<UserImportResult>,
  tell: (progress: ImportProgress) => void,
): Promise<ImportProgress> {
  let progress: ImportProgress = { done: 0, total: rows.length, created: 0, updated: 0, rejected: [] };
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const part = rows.slice(at, at + rowsAtOnce);
    const answer = await send(part.map(({ value }) => value));
    progress = {
      ...progress,
      done: at + part.length,
      created: progress.created + answer.created,
      updated: progress.updated + answer.updated,
      rejected: [
        ...progress.rejected,
        // A path that begins a sentence is read as a name: "id must not be empty".
        ...answer.rejected.map(({ index, detail }) => ({
          line: part[index]?.line ?? 0,
          detail: detail.replace(/^\//, ""),
        })),
      ],
    };
    tell(progress);
  }
  return progress;
}
