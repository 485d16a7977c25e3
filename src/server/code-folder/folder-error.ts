/** Why a folder for generated code can't be read or written, in words for its owner. Nothing was changed there. */
export class FolderError extends Error {
  override readonly name = "FolderError";
  /** For programs: `not-writable` or `write-failed`, where writing failed. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}
