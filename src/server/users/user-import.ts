import { fieldErrors, Problem } from "../../core/problem.ts";
import { type UserImportResult, userImportRow } from "../../core/user.ts";
import type { EnvironmentRef } from "../ingest/ingest-types.ts";
import type { EventStore } from "../store/event-store.ts";
import type { ImportedUser } from "../store/messages.ts";

/** How many users go into the store at once, so that events still get their turn in a long import. */
const chunk = 1000;
const rejectedShown = 1000;

/**
 * Creates users from a JSON array, or from NDJSON with one a line; one who is there already keeps the fields and labels
 * that its row leaves out. A bad row never sinks the rest.
 */
export async function importUsers(
  store: EventStore,
  environment: EnvironmentRef,
  body: unknown,
  ndjson: boolean,
  at: number,
): Promise<UserImportResult> {
  const rows = ndjson ? ndjsonRows(body) : arrayRows(body);
  const rejected: UserImportResult["rejected"] = [];
  const users: ImportedUser[] = [];
  rows.forEach((row, index) => {
    const user = readUser(row);
    if (typeof user === "string") rejected.push({ index, detail: user });
    else users.push(user);
  });
  let created = 0;
  let updated = 0;
  for (let from = 0; from < users.length; from += chunk) {
    const part = users.slice(from, from + chunk);
    const done = await store.write("importUsers", { environment, at, users: part }, part.length);
    created += done.created;
    updated += done.updated;
  }
  return { created, updated, rejected: rejected.slice(0, rejectedShown) };
}

function arrayRows(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  throw new Problem("invalid-body", "Send a JSON array of users, or application/x-ndjson with one a line.", {
    errors: [{ path: "", detail: "must be an array" }],
  });
}

/** A line that is not JSON stays as an error of its own. */
function ndjsonRows(body: unknown): readonly unknown[] {
  if (typeof body !== "string") return [];
  return body
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      try {
        return JSON.parse(line) as unknown;
      } catch {
        return new Error("the line is not JSON");
      }
    });
}

function readUser(row: unknown): ImportedUser | string {
  if (row instanceof Error) return row.message;
  const result = userImportRow.safeParse(row);
  if (!result.success) {
    return fieldErrors(result.error)
      .map(({ path, detail }) => `${path || "the user"} ${detail}`)
      .join("; ")
      .slice(0, 500);
  }
  const { id, kind, fields, labels } = result.data;
  return { id, kind, fields, labels };
}
