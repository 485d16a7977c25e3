import { lstat } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** A link that came with a folder may lead anywhere. @throws DocumentError where there is one */
export async function assertNoLink(path: string): Promise<void> {
  const isLink = await lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
  if (isLink) throw new DocumentError(path, null, "is a link; the workspace's own lies in its place");
}

/** The same for everything in a folder, which may be a link itself, on the way to a path in it. @throws DocumentError */
export async function assertNoLinks(folder: string, path: string): Promise<void> {
  let at = folder;
  for (const name of relative(folder, path).split(sep).filter(Boolean)) {
    at = join(at, name);
    await assertNoLink(at);
  }
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

/** Another one lies where a document lay. */
export class AnotherInPlace extends DocumentError {}
