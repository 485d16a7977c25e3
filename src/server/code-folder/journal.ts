import { createHash } from "node:crypto";
import { lstat, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { z } from "zod";
import { defaultDataDir } from "../locator.ts";

const journalSchema = z.object({
  root: z.string(),
  pid: z.number().int(),
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

const placeOf = (root: string): string =>
  join(journalFolder(), `${createHash("sha256").update(root).digest("hex")}.json`);

/** Notes that an update of a root begins. False where one is noted already. */
export async function beginJournal(root: string): Promise<boolean> {
  await mkdir(journalFolder(), { recursive: true, mode: 0o700 });
  const journal: Journal = { root, pid: process.pid, moves: [] };
  return writeFile(placeOf(root), JSON.stringify(journal), { flag: "wx", mode: 0o600 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return false;
      throw error;
    },
  );
}

/** Notes what is moved from now on; with no moves, that there is nothing to undo any more. */
export const noteMoves = (root: string, moves: Journal["moves"]): Promise<void> =>
  writeFileAtomic(placeOf(root), JSON.stringify({ root, pid: process.pid, moves } satisfies Journal), {
    mode: 0o600,
  });

export const endJournal = (root: string): Promise<void> => rm(placeOf(root), { force: true });

/** What is noted of a root; null where nothing is, or nothing that makes sense. */
export async function readJournal(root: string): Promise<Journal | null> {
  try {
    if (!(await lstat(placeOf(root))).isFile()) return null;
    const journal = journalSchema.parse(JSON.parse(await readFile(placeOf(root), "utf8")));
    return journal.root === root ? journal : null;
  } catch {
    return null;
  }
}
