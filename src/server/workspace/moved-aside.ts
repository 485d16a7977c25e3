import { mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { isThere } from "../is-there.ts";
import { StartError } from "../start-error.ts";
import { sync, writeWhole } from "./snapshot-files.ts";

/** Lies in a workspace that is moved aside, until another is in its place. */
const markOf = (folder: string): string => join(folder, ".understudy", "moved-aside.json");

/** Where a workspace goes when another takes its place. */
export const asideOf = (folder: string, now: number): string =>
  `${folder}.before-${new Date(now).toISOString().replace(/[:.]/g, "-")}`;

/** Moves a workspace aside; until `forgetMove` a start takes it back where nothing came into its place. */
export async function moveAside(folder: string, kept: string): Promise<void> {
  await mkdir(dirname(markOf(folder)), { recursive: true, mode: 0o700 });
  await writeWhole(markOf(folder), "{}\n");
  try {
    await rename(folder, kept);
  } catch (error) {
    await forgetMove(folder);
    throw error;
  }
  await sync(dirname(folder));
}

export const forgetMove = (folder: string): Promise<void> => rm(markOf(folder), { force: true });

/** There is a workspace here: what was moved aside before is taken back no more. */
export async function forgetMoves(folder: string): Promise<void> {
  for (const one of [folder, ...(await keptOf(folder))]) await forgetMove(one);
}

/** What was moved aside from a place. */
async function keptOf(folder: string): Promise<string[]> {
  const names = await readdir(dirname(folder)).catch(() => []);
  return names
    .filter((name) => name.startsWith(`${basename(folder)}.before-`))
    .map((name) => join(dirname(folder), name));
}

/** The workspace that a restore moved away from here and put none in the place of; null where there is none. */
export async function movedAside(dataDir: string): Promise<string | null> {
  const folder = resolve(dataDir);
  if (isThere(join(folder, "workspace.json"))) return null;
  const found = (await keptOf(folder)).filter(
    (kept) => isThere(markOf(kept)) && isThere(join(kept, "workspace.json")),
  );
  return found.sort().at(-1) ?? null;
}

/** Takes it back; gives where it was. @throws StartError where something else has come into its place */
export async function takeBackMoved(dataDir: string): Promise<string | null> {
  const kept = await movedAside(dataDir);
  if (kept === null) return null;
  const folder = resolve(dataDir);
  try {
    await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    await rename(kept, folder);
    await sync(dirname(folder));
  } catch (error) {
    // Another start was first.
    if (isThere(join(folder, "workspace.json"))) return null;
    throw new StartError(
      `A restore was cut off: the workspace of ${folder} is in ${kept}, and can't be moved back (${(error as Error).message}). Nothing was changed. Move it back yourself, then start again.`,
    );
  }
  return kept;
}
