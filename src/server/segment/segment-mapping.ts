import { type EventPair, eventLimits } from "../../core/event.ts";
import { isObject, type JsonObject } from "../../core/json-object.ts";
import type { IngestItem, NewEvent } from "../store/events.ts";
import { identifier, jsonBytes, objectOf } from "./segment-message.ts";
import { pairsOf } from "./segment-pairs.ts";
import {
  messageIdOf,
  nameOf,
  originalOf,
  personOf,
  type SegmentType,
  sdkOf,
  typeOf,
} from "./segment-reading.ts";
import { Refusal } from "./segment-refusal.ts";
import { refusedItem } from "./segment-refused.ts";
import { eventTime } from "./segment-time.ts";
import { traitFields } from "./segment-traits.ts";

/** What a message cannot tell of itself. */
export interface Reception {
  /** In ms since 1970 UTC. */
  readonly receivedAt: number;
  /** The batch's `sentAt`, which applies to each of its messages; undefined where the message's own counts. */
  readonly sentAt?: unknown;
  /** Whether fields of known users are written by the platform only. */
  readonly fieldsLocked: boolean;
  /** Makes the id of an event that came without a `messageId`. */
  readonly newId: () => string;
}

/**
 * One message of the published HTTP tracking API as what the store keeps: an event, for `identify` with the change of the
 * user's fields; or a refused one with the reason. Throws for no message at all.
 */
export function mapMessage(message: unknown, reception: Reception): IngestItem {
  try {
    return mapped(message, reception);
  } catch (error) {
    if (error instanceof Refusal) return refusedItem(message, error, reception.newId);
    throw error;
  }
}

function mapped(message: unknown, reception: Reception): IngestItem {
  if (!isObject(message)) throw new Refusal("invalid-event", "A message must be an object.");
  if (jsonBytes(message) > eventLimits.eventBytes) {
    throw new Refusal("too-large", `A message must be at most ${eventLimits.eventBytes} bytes.`);
  }
  const type = typeOf(message);
  const event = eventOf(type, message, reception);
  if (type !== "identify") return { kind: "event", event };
  const fields = traitFields(objectOf(message.traits));
  if (reception.fieldsLocked && event.person.kind === "known" && Object.keys(fields).length > 0)
    throw new Refusal(
      "fields-locked",
      "In this Space only the Platform API writes the fields of known users.",
    );
  return { kind: "event", event, fields };
}

function eventOf(type: SegmentType, message: JsonObject, reception: Reception): NewEvent {
  return {
    id: messageIdOf(message) ?? reception.newId(),
    name: nameOf(type, message),
    person: personOf(message),
    time: timeOf(message, reception),
    sessionId: null,
    experienceId: null,
    pairs: pairsFor(type, message),
    source: "segment",
    sdk: sdkOf(message),
    original: originalOf(message),
  };
}

function timeOf(message: JsonObject, { receivedAt, sentAt = message.sentAt }: Reception): number {
  const time = eventTime(message.timestamp, { receivedAt, sentAt });
  if (time === null)
    throw new Refusal("invalid-time", "timestamp must be an ISO 8601 time such as 2026-11-20T14:32:06Z.");
  return time;
}

function pairsFor(type: SegmentType, message: JsonObject): EventPair[] {
  switch (type) {
    case "track":
      return pairsOf(objectOf(message.properties));
    case "page":
    case "screen":
      return pairsOf(objectOf(message.properties), named("name", message.name));
    case "identify":
      return pairsOf(objectOf(message.traits));
    case "group":
      return pairsOf(objectOf(message.traits), named("groupId", message.groupId));
    case "alias":
      return pairsOf({}, named("previousId", message.previousId));
  }
}

/** A pair that goes first, where its value is there. */
function named(key: string, value: unknown): JsonObject {
  const found = identifier(value);
  return found === undefined ? {} : { [key]: found };
}
