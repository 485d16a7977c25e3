import { readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { parsedJson } from "../core/parsed-json.ts";
import { makeFolder } from "../server/make-folder.ts";
import { configFolder } from "./config-folder.ts";

const day = 86_400_000;
const memory = z.object({ version: z.string(), why: z.string(), at: z.iso.datetime() });

/** The file that keeps why Electron's program could not be fetched. */
const fetchMemoryFile = (): string => join(configFolder(), "electron-fetch.json");

/** Why this version could not be fetched within the last day; null where it is worth another try. */
export async function recentFailure(
  version: string,
  now: number,
  file = fetchMemoryFile(),
): Promise<string | null> {
  const text = await readFile(file, "utf8").catch(() => "null");
  const { success, data } = memory.safeParse(parsedJson(text));
  if (!success || data.version !== version) return null;
  const age = now - Date.parse(data.at);
  // A time in the future comes from a wrong clock.
  return age >= 0 && age < day ? data.why : null;
}

/** Keeps a failure, so that later starts are quick. Where that cannot be written, the next start tries again. */
export async function rememberFailure(
  version: string,
  why: string,
  now: number,
  file = fetchMemoryFile(),
): Promise<void> {
  const kept: z.output<typeof memory> = { version, why, at: new Date(now).toISOString() };
  await makeFolder(dirname(file))
    .then(() => writeFile(file, `${JSON.stringify(kept)}\n`))
    .catch(() => undefined);
}

export async function forgetFailure(file = fetchMemoryFile()): Promise<void> {
  await rm(file, { force: true }).catch(() => undefined);
}
