import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { oauthKind, secretsKind, spaceKind, workspaceKind } from "../../server/workspace/document-kinds.ts";
import { type DocumentKind, parseDocument } from "../../server/workspace/parse-document.ts";
import type { Check } from "./check.ts";

/** Reads every document of the workspace as serve would, and changes none. */
export function checkDocuments(dataDir: string): Check[] {
  const found = documentsOf(dataDir).filter(({ path }) => existsSync(path));
  const problems = found.flatMap(({ path, kind }) => problemOf(relative(dataDir, path), path, kind));
  if (problems.length > 0) return problems.map((text) => ({ id: "documents", status: "problem", text }));
  const text = found.length === 0 ? "no documents yet" : `documents: ${found.length} read, all valid`;
  return [{ id: "documents", status: "ok", text }];
}

interface Found {
  readonly path: string;
  readonly kind: DocumentKind<unknown>;
}

function documentsOf(dataDir: string): Found[] {
  const spaces = join(dataDir, "spaces");
  const keys = existsSync(spaces) ? readdirSync(spaces).sort() : [];
  return [
    { path: join(dataDir, "workspace.json"), kind: workspaceKind },
    { path: join(dataDir, ".understudy", "secrets.json"), kind: secretsKind },
    { path: join(dataDir, ".understudy", "oauth.json"), kind: oauthKind },
    ...keys.map((key) => ({ path: join(spaces, key, "space.json"), kind: spaceKind })),
  ];
}

function problemOf(name: string, path: string, kind: DocumentKind<unknown>): string[] {
  try {
    parseDocument(name, readFileSync(path, "utf8"), kind);
    return [];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [message.startsWith(name) ? message : `${name}: ${message}`];
  }
}
