import { join } from "node:path";
import { limits } from "../../core/limits.ts";
import { lookAtDatabase, startRefusal } from "../../server/open-data.ts";
import { lacksDatabase } from "../../server/own-database.ts";
import { plainBytes } from "../../server/plain-text.ts";
import { StartError } from "../../server/start-error.ts";
import { DocumentError } from "../../server/workspace/document-error.ts";
import { documentText, parseDocument } from "../../server/workspace/parse-document.ts";
import { dataDbOf, type WorkspaceFile, wholeWorkspace } from "../../server/workspace/workspace-files.ts";
import { counted } from "../output.ts";
import type { Check } from "./check.ts";

/** Reads every document of the workspace as serve would, and changes none. */
export async function checkDocuments(dataDir: string): Promise<Check[]> {
  const problem = (text: string): Check => ({ id: "documents", status: "problem", text });
  const found = await filesOrObstacle(dataDir);
  if (typeof found === "string") return [problem(found)];
  const problems = found.flatMap((file) => problemOf(dataDir, file));
  if (problems.length > 0) return problems.map(problem);
  // Each is valid by itself; what stands against another is found as a start finds it.
  const refusal = await startRefusal(dataDir);
  if (refusal !== null) return [problem(refusal.split("\n", 1).join())];
  const text = found.length === 0 ? "no documents yet" : `documents: ${found.length} read, all valid`;
  return [{ id: "documents", status: "ok", text }];
}

/** Reads the whole event store, also while a copy runs on it. */
export async function checkDatabase(dataDir: string): Promise<Check> {
  const { events, users, bytes, damage } = await lookAtDatabase(dataDbOf(dataDir));
  const text = (words: string) => `event store: ${words}`;
  if (damage !== null) return { id: "event-store", status: "problem", text: text(damage) };
  // A secrets.json that can't be read is named by checkDocuments.
  if (bytes === 0 && (await lacksDatabase(dataDir).catch(() => false))) {
    const missing = `${dataDbOf(dataDir)} is missing; put it back, or serve makes an empty one`;
    return { id: "event-store", status: "note", text: text(missing) };
  }
  if (bytes === 0) return { id: "event-store", status: "ok", text: text("none yet; serve makes it") };
  const held = `${counted(events, "event")} and ${counted(users, "user")} in ${(bytes / 1e6).toFixed(1)} MB, whole`;
  return { id: "event-store", status: "ok", text: text(held) };
}

async function filesOrObstacle(dataDir: string): Promise<readonly WorkspaceFile[] | string> {
  try {
    return await wholeWorkspace(dataDir);
  } catch (error) {
    if (error instanceof StartError || error instanceof DocumentError) return error.message;
    throw error;
  }
}

function problemOf(dataDir: string, { name, kind }: WorkspaceFile): string[] {
  try {
    const bytes = plainBytes(join(dataDir, name), limits.documentBytes.value);
    parseDocument(name, documentText(name, bytes), kind);
    return [];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [message.startsWith(name) ? message : `${name}: ${message}`];
  }
}
