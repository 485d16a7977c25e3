const strict = new TextDecoder("utf-8", { fatal: true });

/** The text of a file, without the mark (BOM) that it may begin with. @throws NotUtf8 rather than give other letters for what somebody wrote */
export async function fileText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return strict.decode(bytes);
  } catch (cause) {
    throw new NotUtf8(cause);
  }
}

export class NotUtf8 extends Error {
  override readonly name = "NotUtf8";

  constructor(cause: unknown) {
    super("It is not UTF-8. Save it as UTF-8, and choose it again.", { cause });
  }
}
