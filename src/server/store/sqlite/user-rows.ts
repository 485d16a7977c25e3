import type { Device, DeviceFacts } from "../../../core/session.ts";
import type { User, UserFields, UserFieldsPatch } from "../../../core/user.ts";
import { textOf } from "./damaged-text.ts";

export const userColumns = "known, id, fields, labels, created, first_seen, last_seen, sessions, device";

/** The same to be read: see `readUser`. */
export const userReadColumns =
  "known, CAST(id AS BLOB), CAST(fields AS BLOB), CAST(labels AS BLOB), created, first_seen, last_seen, sessions, CAST(device AS BLOB)";

export type UserRow = [
  known: number,
  id: string,
  fields: string,
  labels: string,
  created: number,
  firstSeen: number | null,
  lastSeen: number | null,
  sessions: number,
  device: string | null,
];

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

const time = (ms: number): string => new Date(ms).toISOString();
const timeOrNull = (ms: number | null): string | null => (ms === null ? null : time(ms));

export function userFromRow([
  known,
  id,
  fields,
  labels,
  created,
  firstSeen,
  lastSeen,
  sessions,
  device,
]: UserRow): User {
  return {
    id,
    kind: known === 1 ? "known" : "visitor",
    fields: JSON.parse(fields) as User["fields"],
    labels: JSON.parse(labels) as string[],
    ...deviceFacts(device),
    createdAt: time(created),
    firstSeenAt: timeOrNull(firstSeen),
    lastSeenAt: timeOrNull(lastSeen),
    sessions,
  };
}

/** What rules may ask of a device, as JSON text. */
export const deviceText = ({ platform, locale, timeZone }: Device): string =>
  JSON.stringify({ platform, locale, timeZone });

/** Reads `deviceText`, and a session's whole device too. */
export function deviceFacts(text: string | null): DeviceFacts {
  const {
    platform = null,
    locale = null,
    timeZone = null,
  } = JSON.parse(text ?? "{}") as Partial<DeviceFacts>;
  return { platform, locale, timeZone };
}

/** A JSON merge patch (RFC 7396) of flat fields: null removes one. Keys keep their order, so that the text is stable. */
export function mergeFields(fields: UserFields, patch: UserFieldsPatch): UserFields {
  const entries = new Map(Object.entries(fields));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) entries.delete(key);
    else entries.set(key, value);
  }
  return Object.fromEntries(entries);
}
