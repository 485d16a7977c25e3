import { lstat } from "node:fs/promises";

/** A link that came with a folder may lead anywhere. @throws DocumentError where there is one */
export async function assertNoLink(path: string): Promise<void> {
  const isLink = await lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
  if (isLink) throw new DocumentError(path, null, "is a link; the workspace's own lies in its place");
}

/** A document that can't be used: which file, which line, why. The file was not touched. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
  readonly file: string;
  readonly line: number | null;

  constructor(file: string, line: number | null, reason: string) {
    super(`${file}${line === null ? "" : `, line ${line}`}: ${reason}`);
    this.file = file;
    this.line = line;
  }
}
