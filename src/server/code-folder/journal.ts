import { createHash } from "node:crypto";
import { lstat, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { z } from "zod";
import { tryLock } from "../file-lock.ts";
import { defaultDataDir } from "../locator.ts";
import { makeFolder } from "../make-folder.ts";
import { FolderError } from "./folder-error.ts";

const journalSchema = z.object({
  root: z.string(),
  moves: z.array(z.object({ path: z.string(), replaces: z.boolean() })),
});
/** What an update is about to move, so that the next one can undo what a killed one left half done. */
export type Journal = z.output<typeof journalSchema>;

/**
 * Where updates under way are noted: in a folder of this person's own. What lies in a project may have come with it, and
 * would be believed to tell what may be moved where.
 */
export const journalFolder = (env: NodeJS.ProcessEnv = process.env): string =>
  join(env.UNDERSTUDY_CONFIG_DIR || dirname(defaultDataDir()), "understudy-updates");

const placeOf = (root: string, end: string): string =>
  join(journalFolder(), `${createHash("sha256").update(root).digest("hex")}${end}`);

/**
 * Makes this the only update of a root, until the returned function is called or the process ends; null where another one is at it.
 *
 * @throws FolderError where the journal folder can't be used
 */
export async function lockRoot(root: string): Promise<(() => void) | null> {
  try {
    await makeFolder(journalFolder(), 0o700);
    return await tryLock(placeOf(root, ".lock"));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new FolderError(
      `Nothing was changed in ${root}: its journal folder ${journalFolder()} can't be used (${why}). Set UNDERSTUDY_CONFIG_DIR to use another one.`,
      "not-writable",
    );
  }
}

/** Notes what is moved from now on; with no moves, that there is nothing to undo. */
export const noteMoves = (root: string, moves: Journal["moves"]): Promise<void> =>
  writeFileAtomic(placeOf(root, ".json"), JSON.stringify({ root, moves } satisfies Journal), { mode: 0o600 });

export const endJournal = (root: string): Promise<void> => rm(placeOf(root, ".json"), { force: true });

/** What is noted of a root; null where nothing is, or nothing that makes sense. */
export async function readJournal(root: string): Promise<Journal | null> {
  try {
    const place = placeOf(root, ".json");
    if (!(await lstat(place)).isFile()) return null;
    const journal = journalSchema.parse(JSON.parse(await readFile(place, "utf8")));
    return journal.root === root ? journal : null;
  } catch {
    return null;
  }
}
