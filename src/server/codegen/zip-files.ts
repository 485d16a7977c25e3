// Its build for browsers: the one for Node declares a `require` of its own, which the bundler does too.
import { strToU8, type Zippable, zipSync } from "fflate/browser";
import type { CodeFile } from "./codegen-resources.ts";

/**
 * The first time that a zip can hold, in local time as zips do. A zip of the same files is the same to the byte: no file
 * has the time when it was made.
 */
const mtime = new Date(1980, 0, 1);
/** Made on Unix, a regular file, rw-r--r--: the same whatever system the server runs on. */
const unix = 3;
const attrs = 0o100644 << 16;

/** A zip of the files, in the order given. */
export function zipFiles(files: readonly CodeFile[]): Uint8Array {
  const entries = files.map(({ path, text }) => [path, [strToU8(text), { mtime, os: unix, attrs }]] as const);
  return zipSync(Object.fromEntries(entries) as Zippable, { level: 6 });
}
