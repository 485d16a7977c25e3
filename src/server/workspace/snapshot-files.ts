import { constants } from "node:buffer";
import { createHash, randomUUID } from "node:crypto";
import { createReadStream, lstatSync } from "node:fs";
import { mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { secretsDocument } from "../../core/documents.ts";
import { jsonTextDepthExceeds } from "../../core/json-depth.ts";
import { parsedJson } from "../../core/parsed-json.ts";
import { environmentKeys, name, timestamp } from "../../core/primitives.ts";
import { clockSetting } from "../../core/settings.ts";
import { DocumentError } from "./document-error.ts";
import { publishedKind, sceneKind, spaceKind, workspaceKind } from "./document-kinds.ts";
import { readPlain } from "./durable-json-file.ts";
import { assertNotTooLarge, type DocumentKind, parseDocument } from "./parse-document.ts";

export const dataFile = "data.db";
export const documentsFile = "documents.json";
export const manifestFile = "snapshot.json";
/** The parts of a snapshot, in the order in which a file has them. */
export const parts = [documentsFile, dataFile] as const;

const part = z.strictObject({
  bytes: z.number().int().min(0),
  /** Null until what a restore kept was read and hashed. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
});

/** snapshot.json, and the first line of a snapshot's file. */
export const manifest = z.strictObject({
  understudySnapshot: z.literal(1),
  name,
  createdAt: timestamp,
  kept: z.boolean(),
  clock: clockSetting,
  counts: z.strictObject({
    spaces: z.number().int().min(0),
    users: z.number().int().min(0),
    events: z.number().int().min(0),
  }),
  apiKeys: secretsDocument.shape.apiKeys,
  files: z.strictObject({ [documentsFile]: part, [dataFile]: part }),
});
export type Manifest = z.output<typeof manifest>;

/** Documents by their path in the workspace's folder. */
export type Documents = Readonly<Record<string, string>>;

const slug = "[a-z][a-z0-9-]{0,63}";
const kinds: readonly (readonly [RegExp, DocumentKind<unknown>])[] = [
  [/^workspace\.json$/, workspaceKind],
  [new RegExp(`^spaces/${slug}/space\\.json$`), spaceKind],
  [new RegExp(`^spaces/${slug}/published/(${environmentKeys.join("|")})\\.json$`), publishedKind],
  [new RegExp(`^spaces/${slug}/scenes/${slug}\\.json$`), sceneKind],
];

/** The kind of document that a path in a workspace's folder may hold, of those without secrets; undefined for any other path. */
export const kindAt = (path: string): DocumentKind<unknown> | undefined =>
  kinds.find(([pattern]) => pattern.test(path))?.[1];

/** The documents of a snapshot; each can be opened at its path. @throws Error saying which can't */
export function readDocuments(text: string): Documents {
  const parsed = jsonTextDepthExceeds(text, 1) ? undefined : parsedJson(text);
  const { data: documents } = z.record(z.string().max(300), z.string()).safeParse(parsed);
  if (documents === undefined) throw new Error("its documents are not texts by their paths");
  const ids = new Set<unknown>();
  for (const [path, content] of Object.entries(documents)) {
    const kind = kindAt(path);
    if (kind === undefined)
      throw new Error(`it has a document "${path.slice(0, 100)}", which no workspace has`);
    assertNotTooLarge(path, Buffer.byteLength(content));
    const { value } = parseDocument(path, content, kind);
    const key = path.split("/")[1];
    if (kind !== spaceKind) continue;
    const { space } = value as { readonly space: { readonly id: string; readonly key: string } };
    if (space.key !== key) throw new Error(`${path} holds another Space`);
    if (ids.has(space.id)) throw new Error(`${path} has the same id as another Space`);
    ids.add(space.id);
  }
  if (documents["workspace.json"] === undefined) throw new Error("it has no workspace.json");
  for (const path of Object.keys(documents)) {
    const [, key] = path.split("/");
    if (key !== undefined && documents[`spaces/${key}/space.json`] === undefined)
      throw new Error(`it has ${path}, and no Space for it`);
  }
  return documents;
}

export async function hashOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** All documents are one text: what no text is long enough for is read by nobody. */
export const mostDocuments = constants.MAX_STRING_LENGTH;

/** Whether a folder holds all that a snapshot has, in plain files: one from elsewhere may bring links and pipes. */
export const isSnapshot = (dir: string): boolean =>
  lstatSync(dir, { throwIfNoEntry: false })?.isDirectory() === true &&
  [manifestFile, ...parts].every(
    (file) => lstatSync(join(dir, file), { throwIfNoEntry: false })?.isFile() === true,
  );

/** @throws DocumentError where it is damaged */
export async function readManifest(dir: string): Promise<Manifest> {
  const path = join(dir, manifestFile);
  const found = manifest.safeParse(parsedJson((await readPlain(dir, path)) ?? ""));
  if (!found.success) throw new DocumentError(path, null, "is no snapshot's, or of a newer Understudy");
  return found.data;
}

/** A document as its file holds it. */
export const textOf = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;

/** Writes a temporary file of its own, flushes it, and moves it into place. */
export async function writeWhole(path: string, text: string, mode = 0o600): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o755 });
  const aside = `${path}.part-${randomUUID()}`;
  try {
    await writeFile(aside, text, { mode });
    await sync(aside);
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  await sync(dirname(path));
}

export async function sync(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

export const snapshotsDir = (dataDir: string): string => join(dataDir, ".understudy", "snapshots");

export const sizeOf = async (path: string): Promise<number> => (await stat(path)).size;
