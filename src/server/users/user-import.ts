import type { Request } from "express";
import { limits } from "../../core/limits.ts";
import { fieldErrors, Problem } from "../../core/problem.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import { noRoom, type UserImportResult, userImportRow } from "../../core/user.ts";
import { readLines } from "../http/body-lines.ts";
import { parseJson } from "../http/json-body.ts";
import { turns } from "../in-turns.ts";
import type { ImportedUser, Store } from "../store/ports.ts";

/** How many users, and how many characters of them, go into the store at once: events still get their turn in a long import. */
const chunk = { users: 1000, size: 4 * 1024 * 1024 };

interface Import {
  readonly store: Store;
  readonly environment: EnvironmentRef;
  /** When it is, in ms UTC. */
  readonly at: number;
  /** Called once some are stored, whatever becomes of the rest. */
  readonly onStored: () => void;
}

/**
 * Creates users row by row; one who is there already keeps the fields and labels that its row leaves out. A bad row never
 * sinks the rest. Rows are taken as the store takes them, so a long import holds one chunk in memory.
 */
async function importRows(
  { store, environment, at, onStored }: Import,
  rows: AsyncIterable<unknown> | Iterable<unknown>,
): Promise<UserImportResult> {
  const result: UserImportResult = { created: 0, updated: 0, rejected: [] };
  let waiting: { readonly index: number; readonly user: ImportedUser }[] = [];
  let size = 0;
  const isTold = () => result.rejected.length < limits.rejectedRows.value;
  const reject = (at: number, detail: string) => {
    if (isTold()) result.rejected.push({ index: at, detail });
  };
  const flush = async () => {
    if (waiting.length === 0) return;
    const done = await store.users.import({ environment, at, users: waiting.map(({ user }) => user) });
    onStored();
    for (const place of done.full) reject(waiting[place]?.index ?? 0, `/fields ${noRoom}`);
    result.created += done.created;
    result.updated += done.updated;
    waiting = [];
    size = 0;
  };
  let index = 0;
  const turn = turns();
  for await (const row of rows) {
    const user = readUser(row, isTold());
    if (typeof user !== "string") {
      waiting.push({ index, user });
      size += JSON.stringify(user).length;
    } else reject(index, user);
    if (waiting.length >= chunk.users || size >= chunk.size) await flush();
    index += 1;
    await turn();
  }
  await flush();
  result.rejected.sort((a, b) => a.index - b.index);
  return result;
}

/** Users as a JSON array. @throws Problem invalid-body where it is none */
export function importArray(target: Import, body: unknown): Promise<UserImportResult> {
  if (Array.isArray(body)) return importRows(target, body);
  throw new Problem("invalid-body", "Send a JSON array of users, or application/x-ndjson with one a line.", {
    errors: [{ path: "", detail: "must be an array" }],
  });
}

/** Users as NDJSON, one a line, read while they come. */
export const importNdjson = (target: Import, req: Request): Promise<UserImportResult> =>
  importRows(target, ndjsonRows(req));

/** A line that is not UTF-8 or not JSON is an error of its own. */
async function* ndjsonRows(req: Request): AsyncGenerator<unknown> {
  for await (const line of readLines(req, limits.lineBytes.value)) {
    if (line?.trim() === "") continue;
    try {
      yield line === null ? new Error("the line is not UTF-8") : parseJson(line);
    } catch (error) {
      const isJson = error instanceof Problem && error.code === "too-large";
      yield new Error(isJson ? "the line holds too many values" : "the line is not JSON");
    }
  }
}

/** A text where it is no user: why, where that is told. To find out takes the most time by far, and there may be millions. */
function readUser(row: unknown, isTold: boolean): ImportedUser | string {
  if (row instanceof Error) return row.message;
  if (!isTold && (typeof row !== "object" || row === null)) return "";
  const result = userImportRow.safeParse(row);
  if (!result.success) {
    if (!isTold) return "";
    return fieldErrors(result.error)
      .map(({ path, detail }) => `${path || "the user"} ${detail}`)
      .join("; ")
      .slice(0, 500);
  }
  const { id, kind, fields, labels } = result.data;
  return { id, kind, fields, labels };
}
