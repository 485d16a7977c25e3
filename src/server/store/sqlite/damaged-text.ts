/*
 * libsql ends the whole process where a text that it hands over is no UTF-8, which a damaged file may hold. So texts that
 * people wrote are handed over as bytes.
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

/** A column that was cast to a blob; what is damaged in it shows as U+FFFD. */
export const textOf = (bytes: Uint8Array): string => lenient.decode(bytes);
