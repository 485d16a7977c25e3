import type { SessionStart } from "../../../core/session.ts";
import type { Device } from "../platform/device.ts";
import type { Log } from "../platform/log.ts";
import type { Fields, StartOptions } from "../types.ts";
import { sdk } from "../version.ts";

/** Who a session is for. A visitor's id goes along with a known user; that links nothing by itself. */
export interface Person {
  readonly userId: string | null;
  readonly anonymousId: string;
}

/** As on the wire, but for dates among the fields: JSON makes texts of them. */
type StartBody = Omit<SessionStart, "fields"> & { readonly fields?: Fields };

/** The JSON of a session's start, or null, told in the console, where the fields can't be written as JSON. */
export function startBody(person: Person, fields: Fields, device: Device, log: Log): string | null {
  const { userId, anonymousId } = person;
  const body: StartBody = {
    ...(userId === null ? {} : { userId }),
    anonymousId,
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
    sdk: { ...sdk },
    device: { ...device },
  };
  try {
    return JSON.stringify(body);
  } catch (error) {
    log.error(`The session's fields can't be sent: ${(error as Error).message}`);
    return null;
  }
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
  if (userId !== undefined)
    log.error("userId must be a text of 1 to 200 characters; the session is anonymous.");
  return null;
}

/** A copy: what the page does to its object later changes nothing. */
function readFields(fields: Fields | undefined, log: Log): Fields {
  if (typeof fields === "object" && fields !== null && !Array.isArray(fields)) return { ...fields };
  if (fields !== undefined) log.error("fields must be an object; the session has none.");
  return {};
}
