import { createHash } from "node:crypto";
import { lstat, mkdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { AuditFile } from "./audit/audit-file.ts";
import { assertNotTooDeep, lockFolder } from "./folder-lock.ts";
import { isThere, unusable } from "./is-there.ts";
import { makeFolder } from "./make-folder.ts";
import {
  assertHasDatabase,
  fileSource,
  fileTarget,
  settledStore,
  withDatabaseSource,
  withDatabaseTarget,
} from "./open-data.ts";
import { keepOwn, keepOwnFolder } from "./own-folder.ts";
import { StartError } from "./start-error.ts";
import { beforeAll, keyOf, type StoreSource, type StoreTarget, tableNames } from "./store/store-end.ts";
import { filesIn } from "./workspace/document-place.ts";
import { parseDocument } from "./workspace/parse-document.ts";
import { isRestoring, restoreCutOff } from "./workspace/restore-files.ts";
import { kindAt } from "./workspace/snapshot-files.ts";
import { dataDbOf, wholeWorkspace } from "./workspace/workspace-files.ts";

interface StoreCopied {
  readonly environments: number;
  /** Accepted ones, as wherever events are counted. */
  readonly events: number;
  readonly rejected: number;
  readonly users: number;
  readonly documents: number;
  /** Of every row and document, in order. It must be the same for what was read and for what was written. */
  readonly sha256: string;
}

/** How many rows go at a time. */
const step = 500;

/**
 * Copies all that a workspace folder holds into an empty database, or the other way. Whole or not at all: nobody can use what
 * is not finished, and a copy that was cut off goes on where it was.
 *
 * @throws StartError in words for the operator
 */
export async function copyStore(
  from: string,
  to: string,
  onProgress: (line: string) => void,
): Promise<StoreCopied> {
  if (isAddress(from) === isAddress(to))
    throw new StartError(
      "One end must be a folder, the other a database. Between folders use `understudy backup`, between databases pg_dump.",
    );
  return isAddress(to)
    ? withFolderSource(from, (source) =>
        withDatabaseTarget(to, source.identity, (target) => copy(source, target, onProgress)),
      )
    : withDatabaseSource(from, async (source) => {
        assertNames((await source.documents()).keys());
        return withFolderTarget(to, source.identity, (target) => copy(source, target, onProgress));
      });
}

const isAddress = (end: string): boolean => /^postgres(ql)?:\/\//.test(end);

async function copy(
  source: StoreSource,
  target: StoreTarget,
  onProgress: (line: string) => void,
): Promise<StoreCopied> {
  const environments = await source.environments();
  let rows = 0;
  for (const environment of environments)
    for (const table of tableNames) {
      let after = await target.last(environment, table);
      for (;;) {
        const found = await source.rows(environment, table, after, step);
        const last = found.at(-1);
        if (last === undefined) break;
        await target.put(environment, table, found);
        after = keyOf(table, last);
        const before = rows;
        rows += found.length;
        if (Math.floor(before / 50_000) < Math.floor(rows / 50_000))
          onProgress(`${rows.toLocaleString("en")} rows copied`);
      }
    }
  const documents = await source.documents();
  await target.putRest({ epoch: await source.epoch(), environments, documents, audit: await source.audit() });
  onProgress("Reading it back");
  const [read, readBack] = [await digestOf(source), await digestOf(target)];
  if (read.sha256 !== readBack.sha256)
    throw new StartError(
      `The copy differs from what was read (${JSON.stringify(read)}, ${JSON.stringify(readBack)}), and nothing can use it. Empty the target and start again.`,
    );
  await target.finish();
  return read;
}

/** Whoever can write to the database must not name any other file of the operator's. @throws StartError */
function assertNames(names: Iterable<string>): void {
  for (const name of names)
    if (kindAt(name) === undefined && name !== secretsFile && name !== oauthFile)
      throw new StartError(
        `The database holds a document ${JSON.stringify(name.slice(0, 100))}, which no workspace has. Nothing was copied.`,
      );
}

async function digestOf(end: StoreSource): Promise<StoreCopied> {
  const hash = createHash("sha256");
  const told = { environments: 0, events: 0, rejected: 0, users: 0, documents: 0 };
  hash.update(await end.epoch());
  for (const environment of await end.environments()) {
    hash.update(
      JSON.stringify(environment, ["spaceId", "environment", "lastSequence", "events", "rejected"]),
    );
    told.environments += 1;
    told.events += environment.events;
    told.rejected += environment.rejected;
    for (const table of tableNames) {
      let after = beforeAll[table];
      for (;;) {
        const rows = await end.rows(environment, table, after, step);
        const last = rows.at(-1);
        if (last === undefined) break;
        for (const row of rows) hash.update(JSON.stringify(row));
        if (table === "users") told.users += rows.length;
        after = keyOf(table, last);
      }
    }
  }
  for (const [name, text] of await end.documents()) {
    hash.update(JSON.stringify([name, text]));
    told.documents += 1;
  }
  hash.update(JSON.stringify(await end.audit()));
  return { ...told, sha256: hash.digest("hex") };
}

const secretsFile = ".understudy/secrets.json";
const oauthFile = ".understudy/oauth.json";

async function withFolderSource<T>(folder: string, work: (source: StoreSource) => Promise<T>): Promise<T> {
  const dataDir = resolve(folder);
  if (!isThere(join(dataDir, "workspace.json"))) throw new StartError(`There is no workspace in ${dataDir}.`);
  // Another process that runs on the folder would go on writing.
  const release = await lockFolder(dataDir, 0);
  try {
    if (isRestoring(dataDir)) throw restoreCutOff(dataDir);
    await assertHasDatabase(dataDir);
    if (!isThere(dataDbOf(dataDir)))
      throw new StartError(
        `There is no event store in ${dataDir} yet. Start Understudy there once, which makes one.`,
      );
    // Brings what the store keeps behind its log up to date.
    const identity = await settledStore(dataDbOf(dataDir));
    const source = fileSource(dataDbOf(dataDir), { identity, ...textsOf(dataDir) });
    try {
      return await work(source);
    } finally {
      source.close();
    }
  } finally {
    release();
  }
}

async function withFolderTarget<T>(
  to: string,
  identity: string,
  work: (target: StoreTarget) => Promise<T>,
): Promise<T> {
  const folder = resolve(to);
  await assertNotTooDeep(folder);
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw new StartError(`${folder} is not empty. Name a new folder.`);
  });
  const aside = join(dirname(folder), `.${basename(folder)}.copy`);
  await makeAside(aside);
  const release = await lockFolder(aside, 0);
  const open: { target?: ReturnType<typeof fileTarget> } = {};
  try {
    await keepOwn(aside).catch(told);
    const marker = join(aside, ".understudy", "copied-from");
    const before = await readFile(marker, "utf8").catch(() => null);
    if (before !== null && before !== identity)
      throw new StartError(`Something else was being copied into ${aside}. Remove that folder first.`);
    await writeFile(marker, identity);
    const made = fileTarget(dataDbOf(aside), {
      identity,
      ...textsOf(aside),
      finish: async () => {
        made.close();
        delete open.target;
        await rm(marker);
        await keepOwn(aside);
        await rename(aside, folder);
      },
    });
    open.target = made;
    const put = made.putRest.bind(made);
    return await work(
      Object.assign(made, {
        putRest: async (rest: Parameters<StoreTarget["putRest"]>[0]) => {
          await put(rest);
          await writeTexts(aside, made.storeId, rest);
        },
      }),
    );
  } finally {
    open.target?.close();
    release();
  }
}

/** An existing one is from a copy that was cut off, or somebody else's. @throws StartError */
async function makeAside(aside: string): Promise<void> {
  await makeFolder(dirname(aside)).catch((error: unknown) => {
    throw new StartError(unusable(dirname(aside), error));
  });
  await mkdir(aside, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
    const there = await lstat(aside);
    const isOwn =
      process.getuid === undefined || (there.uid === process.getuid() && (there.mode & 0o022) === 0);
    if (!there.isDirectory() || !isOwn)
      throw new StartError(
        `${aside} exists already, and others could write into it. Check what is in it, then remove it.`,
      );
  });
  await keepOwnFolder(aside).catch(told);
}

const told = (error: Error): never => {
  throw new StartError(error.message);
};

/** secrets.json names the data.db of its own folder, which is not copied. */
const secrets = z.looseObject({
  storeId: z.string().optional(),
  formerStoreIds: z.array(z.string()).optional(),
});
function withStoreId(text: string, storeId?: string): string {
  const { storeId: _, formerStoreIds: __, ...rest } = secrets.parse(JSON.parse(text));
  return `${JSON.stringify({ ...rest, ...(storeId !== undefined && { storeId }) }, null, 2)}\n`;
}

const textsOf = (dataDir: string): Pick<StoreSource, "documents" | "audit"> => ({
  documents: async () => {
    const found: [string, string][] = [];
    for (const { name, kind } of await wholeWorkspace(dataDir)) {
      const path = join(dataDir, name);
      const text = await filesIn(dataDir).text(path);
      parseDocument(path, text, kind);
      found.push([name, name === secretsFile ? withStoreId(text) : text]);
    }
    return new Map(found.sort(([a], [b]) => (a < b ? -1 : 1)));
  },
  audit: async () => {
    const file = new AuditFile(join(dataDir, ".understudy", "audit.log"));
    return (await file.newestFirst()).reverse();
  },
});

async function writeTexts(
  dataDir: string,
  storeId: string,
  { documents, audit }: Pick<Parameters<StoreTarget["putRest"]>[0], "documents" | "audit">,
): Promise<void> {
  // Removes what a copy that was cut off has left. Links are not followed.
  for (const name of ["workspace.json", "spaces", secretsFile, oauthFile])
    await rm(join(dataDir, name), { recursive: true, force: true });
  for (const [name, text] of documents) {
    const path = join(dataDir, name);
    const isSecret = name.startsWith(".understudy/");
    await mkdir(dirname(path), { recursive: true, mode: 0o755 });
    await writeFile(path, name === secretsFile ? withStoreId(text, storeId) : text, {
      flag: "wx",
      mode: isSecret ? 0o600 : 0o644,
    });
  }
  const log = join(dataDir, ".understudy", "audit.log");
  await rm(log, { force: true });
  if (audit.length > 0) await writeFile(log, `${audit.join("\n")}\n`, { flag: "wx", mode: 0o600 });
}
