/** An NDJSON file of events, as Export saves one. */
export interface RecordedFile {
  readonly name: string;
  readonly blob: Blob;
  /** Its lines but for refused events, which are not played. */
  readonly events: number;
  /** From the first that came to the last, in ms. */
  readonly length: number;
}

/** Reads what is told of a file before it is played. What is wrong with it is the server's to say. */
export async function readRecordedFile(file: File): Promise<RecordedFile> {
  const lines = (await file.text()).split("\n").filter((line) => line.trim() !== "");
  const events = lines.map(readLine).filter(({ status }) => status !== "rejected");
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { receivedAt, time } of events) {
    const at = Date.parse(String(receivedAt ?? time));
    if (Number.isNaN(at)) continue;
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  return { name: file.name, blob: file, events: events.length, length: Math.max(0, last - first) };
}

type Line = Readonly<Record<string, unknown>>;

function readLine(line: string): Line {
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === "object" && read !== null ? (read as Line) : {};
  } catch {
    return {};
  }
}
