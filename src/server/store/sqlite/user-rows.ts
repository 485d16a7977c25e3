import type { UserRow } from "../user-record.ts";
import { textOf } from "./damaged-text.ts";
import { type Db, eventKey, prepared } from "./schema.ts";

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

/** Whom events of an environment have named that users were not made of yet: those after `seenThrough`. */
export interface Unseen {
  readonly n: number;
  readonly seenThrough: number;
  readonly lastSequence: number;
}

/** Of an event's row `e`: its person was deleted after it. `?1`: the environment. */
export const deletedSince =
  "EXISTS (SELECT 1 FROM deleted_users AS d WHERE d.n = ?1 AND d.known = e.known AND d.id = e.person AND e.key <= d.through)";

/** Somebody of whom there is no row yet, as `catchUpSeen` will make them; undefined where no such event names them. */
export function namedByEvents(
  db: Db,
  { n, seenThrough, lastSequence }: Unseen,
  known: number,
  id: string,
): UserRow | undefined {
  if (seenThrough >= lastSequence) return undefined;
  const [first, last] = prepared(
    db,
    `SELECT min(received), max(received) FROM events AS e
     WHERE key > ?2 AND key <= ?3 AND known = ?4 AND person = ?5 AND NOT ${deletedSince}`,
  ).get(n, eventKey(n, seenThrough), eventKey(n, lastSequence), known, id) as [number | null, number | null];
  return first === null ? undefined : [known, id, "{}", "[]", first, first, last, 0, null];
}
