import { readFileSync, statSync } from "node:fs";

/**
 * A file that a folder from anywhere may have brought: a device or a pipe, also behind a link, would be read for ever.
 *
 * @param most in bytes
 * @throws Error that says why it can't be read
 */
export function plainBytes(path: string, most: number): Uint8Array {
  const stats = statSync(path);
  if (!stats.isFile()) throw new Error("it is not a plain file");
  if (stats.size > most) throw new Error(`it is larger than ${most} bytes`);
  return readFileSync(path);
}

/** The text of such a file. @throws Error that says why it can't be read */
export const plainText = (path: string, most: number): string => fileText(plainBytes(path, most));

/** A BOM stays: the text is what the bytes are. */
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a file. @throws NotUtf8 rather than give other letters for what somebody wrote */
export function fileText(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    throw new NotUtf8(firstBrokenLine(bytes));
  }
}

export class NotUtf8 extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`line ${line} is not UTF-8. Save the file as UTF-8`);
    this.line = line;
  }
}

/** No letter goes over the end of a line: the byte of a newline is in no other. */
function firstBrokenLine(bytes: Uint8Array): number {
  for (let line = 1, start = 0; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1) return line;
    try {
      strict.decode(bytes.subarray(start, end));
    } catch {
      return line;
    }
    start = end + 1;
  }
}
