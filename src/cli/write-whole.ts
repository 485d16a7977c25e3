import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { lstat, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileTrouble } from "../server/file-trouble.ts";
import { CliError } from "./cli-error.ts";

/**
 * Writes a file that only its owner can read: first beside its place, so that it is there whole or not at all. A link stays, and
 * the file that it leads to is written.
 *
 * @throws CliError where something else is there, or no file can be made; what the content or the disk throws, or the signal's reason
 */
export async function writeWhole(
  chunks: AsyncIterable<Uint8Array>,
  out: string,
  signal: AbortSignal,
): Promise<void> {
  const place = await placeOf(out);
  const aside = `${place}.${randomBytes(6).toString("hex")}.part`;
  const file = createWriteStream(aside, { flags: "wx", mode: 0o600 });
  await once(file, "open").catch((error: unknown) => {
    throw new CliError(
      `Nothing can be written into ${dirname(place)}: ${fileTrouble(error)}. Name another place.`,
    );
  });
  try {
    // Not by `pipeline` alone: it waits for the chunks to end, which those of a dead connection never do.
    await Promise.race([pipeline(chunks, file), failed(file), aborted(signal)]);
    await rename(aside, place);
  } catch (error) {
    file.destroy();
    if (!file.closed) await once(file, "close").catch(() => undefined);
    // What failed first is told.
    await rm(aside, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Where the file really is or will be: what is put there takes the place of a regular file only. */
async function placeOf(out: string): Promise<string> {
  const found = await stat(out).catch(() => null);
  if (found?.isFile()) return realpath(out);
  if (found === null && (await lstat(out).catch(() => null)) === null) return out;
  const what = found === null ? "a link that leads to no file" : "no regular file";
  throw new CliError(`${out} is there already, and is ${what}. Nothing was written: name another file.`);
}

async function failed(file: WriteStream): Promise<never> {
  const [error] = await once(file, "error");
  throw error;
}

async function aborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, "abort");
  throw signal.reason;
}
