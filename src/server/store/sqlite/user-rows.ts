import type { UserRow } from "../user-record.ts";
import { textOf } from "./damaged-text.ts";

export const userColumns = "known, id, fields, labels, created, first_seen, last_seen, sessions, device";

/** The same to be read: see `readUser`. */
export const userReadColumns =
  "known, CAST(id AS BLOB), CAST(fields AS BLOB), CAST(labels AS BLOB), created, first_seen, last_seen, sessions, CAST(device AS BLOB)";

type ReadRow = [
  known: number,
  id: Uint8Array,
  fields: Uint8Array,
  labels: Uint8Array,
  created: number,
  firstSeen: number | null,
  lastSeen: number | null,
  sessions: number,
  device: Uint8Array | null,
];

/** A row of `userReadColumns`. */
export function readUser(row: unknown): UserRow | undefined {
  if (row === undefined) return undefined;
  const [known, id, fields, labels, created, firstSeen, lastSeen, sessions, device] = row as ReadRow;
  const deviceText = device === null ? null : textOf(device);
  return [
    known,
    textOf(id),
    textOf(fields),
    textOf(labels),
    created,
    firstSeen,
    lastSeen,
    sessions,
    deviceText,
  ];
}
