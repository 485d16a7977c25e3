import type { SessionStart } from "../../../core/session.ts";
import type { Device } from "../platform/device.ts";
import type { Log } from "../platform/log.ts";
import type { Fields, FieldValue, StartOptions } from "../types.ts";
import { sdk } from "../version.ts";

/** Who a session is for. A visitor's id goes along with a known user; that links nothing by itself. */
export interface Person {
  readonly userId: string | null;
  readonly anonymousId: string;
}

/** As on the wire, but for what the types of fields allow in TypeScript alone. */
type StartBody = Omit<SessionStart, "fields"> & { readonly fields?: Fields };

/** The JSON of a session's start. */
export function startBody({ userId, anonymousId }: Person, fields: Fields, device: Device): string {
  const body: StartBody = {
    ...(userId === null ? {} : { userId }),
    anonymousId,
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
    sdk: { ...sdk },
    device: { ...device },
  };
  return JSON.stringify(body);
}

interface ReadOptions {
  readonly userId: string | null;
  readonly fields: Fields;
}

/** The options of a start; what can't be is told in the console and left out. Never throws. */
export function readOptions(options: StartOptions | undefined, log: Log): ReadOptions {
  try {
    const { userId, fields } = options ?? {};
    return { userId: readUserId(userId, log), fields: readFields(fields, log) };
  } catch (error) {
    log.error(`The session's options can't be read, so it has none: ${(error as Error).message}`);
    return { userId: null, fields: {} };
  }
}

function readUserId(userId: unknown, log: Log): string | null {
  if (typeof userId === "string" && userId.length > 0 && userId.length <= 200) return userId;
  if (userId !== undefined && userId !== null)
    log.error("userId must be a text of 1 to 200 characters; the session is anonymous.");
  return null;
}

/**
 * A copy, as JSON has it: what the page does to its objects later changes nothing. What JSON can't say is told and left out: one field
 * must not take the others with it, nor become a null, which removes what is stored.
 */
function readFields(fields: Fields | undefined, log: Log): Fields {
  if (typeof fields === "object" && fields !== null && !Array.isArray(fields))
    return Object.fromEntries(Object.keys(fields).flatMap((name) => readField(fields, name, log)));
  if (fields !== undefined) log.error("fields must be an object; the session has none.");
  return {};
}

function readField(fields: Fields, name: string, log: Log): [string, FieldValue | null][] {
  try {
    const value = fields[name];
    return value === undefined ? [] : [[name, JSON.parse(JSON.stringify(value, onlyJson))]];
  } catch {
    log.error(`The field ${JSON.stringify(name)} is left out: JSON can't say its value.`);
    return [];
  }
}

/** Throws where JSON would say null, or nothing, in place of a value. */
function onlyJson(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  const isSaid = /^(string|boolean|object)$/.test(typeof value) || Number.isFinite(value);
  if (!isSaid || (value === null && this[name] !== null)) throw new TypeError(name);
  return value;
}
