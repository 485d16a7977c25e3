import { once } from "node:events";
import type { Readable } from "node:stream";
import { fileTrouble } from "../server/file-trouble.ts";
import { CliError } from "./cli-error.ts";

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
