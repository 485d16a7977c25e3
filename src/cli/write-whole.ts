import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";

/**
 * Writes a file that only its owner can read: first beside its place, so that it is there whole or not at all.
 *
 * @throws what the content or the disk throws, or the signal's reason
 */
export async function writeWhole(
  chunks: AsyncIterable<Uint8Array>,
  out: string,
  signal: AbortSignal,
): Promise<void> {
  const aside = `${out}.${randomBytes(6).toString("hex")}.part`;
  const file = createWriteStream(aside, { flags: "wx", mode: 0o600 });
  try {
    // Not `pipeline`'s own signal: it waits for the chunks to end, which those of a dead connection never do.
    await Promise.race([pipeline(chunks, file), aborted(signal)]);
    await rename(aside, out);
  } catch (error) {
    file.destroy();
    if (!file.closed) await once(file, "close").catch(() => undefined);
    // Where it could not be made it can't be removed either: what failed first is told.
    await rm(aside, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function aborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, "abort");
  throw signal.reason;
}
