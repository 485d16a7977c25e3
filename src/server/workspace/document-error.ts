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
