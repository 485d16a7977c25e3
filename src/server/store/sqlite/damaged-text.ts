/**
 * libsql ends the whole process where a text that it hands over is not UTF-8, as in a damaged file. So texts that people wrote
 * are handed over as bytes.
 */
const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder("utf-8");

/** Some columns of a row as the bytes of one JSON list: one value crosses faster than many. */
export const asBytes = (columns: string): string => `CAST(json_array(${columns}) AS BLOB)`;

/** What `asBytes` gave; null where it can't be read. */
export function rowOf<Row>(bytes: Uint8Array): Row | null {
  try {
    return JSON.parse(strict.decode(bytes)) as Row;
  } catch {
    return null;
  }
}

/** As `rowOf`, where nothing goes on without it. @throws Error that says what is damaged */
export function neededRow<Row>(bytes: Uint8Array, what: string): Row {
  const row = rowOf<Row>(bytes);
  if (row === null) throw damaged(what);
  return row;
}

/** A column that was cast to a blob, where nothing goes on without it. @throws Error that says what is damaged */
export function neededText(bytes: Uint8Array | undefined, what: string): string {
  try {
    if (bytes !== undefined) return strict.decode(bytes);
  } catch {}
  throw damaged(what);
}

const damaged = (what: string): Error =>
  new Error(`data.db is damaged: ${what} can't be read. Put a backup in its place: understudy restore.`);

/** As `rowOf`; what is damaged in it shows as U+FFFD. */
export const mendedRow = <Row>(bytes: Uint8Array): Row => JSON.parse(textOf(bytes)) as Row;

/** A column that was cast to a blob; what is damaged in it shows as U+FFFD. */
export const textOf = (bytes: Uint8Array): string => lenient.decode(bytes);

/** A JSON list with a line for each of its elements, as bytes: without those that can't be read. */
export function readableLines(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    const lines = textOf(bytes).slice(1, -1).split(",\n");
    return `[${lines.filter((line) => !line.includes("\uFFFD")).join()}]`;
  }
}
