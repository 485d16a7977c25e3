import { limits } from "../../core/limits.ts";
import type { Device, DeviceFacts } from "../../core/session.ts";
import { maxFields, type User, type UserFields, type UserFieldsPatch } from "../../core/user.ts";
import type { PastSessions } from "./ports.ts";

/** A user as stores keep one: fields, labels and the device as JSON text, times in ms UTC. */
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

export interface UserChange {
  readonly fields?: UserFieldsPatch | undefined;
  /** Start from no fields at all instead of the ones that are there. */
  readonly replace?: boolean;
  readonly labels?: readonly string[] | undefined;
  readonly at: number;
  /** They were here at `at`: as a session, or by something they did. */
  readonly seen?: boolean;
  /** Of the session that they start, as `deviceText`. */
  readonly newSession?: string;
  readonly past?: PastSessions | undefined;
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

interface Merged {
  readonly fields: UserFields;
  /** Whether something had no room: it is left out. */
  readonly isFull: boolean;
}

/**
 * A JSON merge patch (RFC 7396) of flat fields: null removes one. Keys keep their order, so that the text is stable. However often
 * somebody adds to them, there are never more than `maxFields`, nor longer ones than a limit, or than `most`: who has more from before keeps them.
 */
function mergeFields(text: string, patch: UserFieldsPatch, most: number): Merged {
  const entries = new Map(Object.entries(JSON.parse(text) as UserFields));
  const limit = Math.max(limits.userFieldsCharacters.value, most);
  const changes = Object.entries(patch).map(([key, value]) => {
    const old = entries.get(key);
    return { key, value, isNew: old === undefined, more: sizeOf(key, value) - sizeOf(key, old ?? null) };
  });
  // What makes room comes first: a patch has no order.
  const shrinks = changes.filter(({ more }) => more <= 0);
  // The first field has no comma.
  const before = text.length - (entries.size === 0 ? 1 : 0);
  let size = shrinks.reduce((sum, { more }) => sum + more, before);
  for (const { key, value } of shrinks) {
    if (value === null) entries.delete(key);
    else entries.set(key, value);
  }
  let isFull = false;
  for (const { key, value, isNew, more } of changes) {
    if (more <= 0 || value === null) continue;
    if (size + more > limit || (isNew && entries.size >= maxFields)) isFull = true;
    else {
      entries.set(key, value);
      size += more;
    }
  }
  return { fields: Object.fromEntries(entries), isFull };
}

/** Of a field in the text, its comma counted; none is nothing. */
const sizeOf = (key: string, value: UserFields[string] | null): number =>
  value === null ? 0 : JSON.stringify({ [key]: value }).length - 1;

/** A user after a change, made where there was none; `isFull` where fields had no room. */
export function changedUser(
  before: UserRow | undefined,
  known: 0 | 1,
  id: string,
  change: UserChange,
): { readonly row: UserRow; readonly isFull: boolean } {
  const [, , fields, labels, created, firstSeen, lastSeen, sessions, device] = before ?? [
    known,
    id,
    "{}",
    "[]",
    change.at,
    null,
    null,
    0,
    null,
  ];
  const patch = change.fields ?? {};
  const { past } = change;
  const at = change.seen === true ? change.at : null;
  const [first, last] = [past?.first ?? at, past?.last ?? at];
  const isKept = Object.keys(patch).length === 0 && change.replace !== true;
  const merged = isKept ? null : mergeFields(change.replace === true ? "{}" : fields, patch, fields.length);
  const row: UserRow = [
    known,
    id,
    merged === null ? fields : JSON.stringify(merged.fields),
    change.labels === undefined ? labels : JSON.stringify(change.labels),
    created,
    first === null ? firstSeen : Math.min(firstSeen ?? first, first),
    last === null ? lastSeen : Math.max(lastSeen ?? last, last),
    Math.max(sessions, past?.sessions ?? 0) + (change.newSession === undefined ? 0 : 1),
    change.newSession ?? device ?? (past === undefined ? null : deviceText(past.device)),
  ];
  return { row, isFull: merged?.isFull === true };
}
