import { once } from "node:events";
import type { Readable } from "node:stream";
import { CliError } from "./cli-error.ts";
import { fileTrouble } from "./file-trouble.ts";

/**
 * Resolves once there is something to read, or the end.
 *
 * @throws CliError where the file can't be read; the signal's reason
 */
export async function untilReadable(source: Readable, file: string, signal?: AbortSignal): Promise<void> {
  try {
    await once(source, "readable", { signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CliError(`${file} can't be read: ${fileTrouble(error)}.`);
  }
}
