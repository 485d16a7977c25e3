import { beginningOf } from "../../core/characters.ts";
import { isObject, type JsonObject } from "../../core/json-object.ts";
import type { IngestItem } from "../store/events.ts";
import { objectOf } from "./segment-message.ts";
import { messageIdOf, nameOf, originalOf, personOf, sdkOf, typeOf } from "./segment-reading.ts";
import { type Refusal, readable } from "./segment-refusal.ts";

/** A refused message with what can be read of it, for the viewer. */
export function refusedItem(
  message: unknown,
  { code, message: detail }: Refusal,
  newId: () => string,
): IngestItem {
  const known = objectOf(message);
  return {
    kind: "refused",
    event: {
      id: messageIdOf(known) ?? newId(),
      name: readable(() => nameOf(typeOf(known), known)),
      person: readable(() => personOf(known)),
      code,
      detail,
      source: "segment",
      sdk: sdkOf(known),
      original: code === "too-large" ? outlineOf(known) : isObject(message) ? originalOf(message) : message,
    },
  };
}

/** What is kept of a message that is too large to keep: enough to find who sent it, and its beginning. */
function outlineOf(message: JsonObject): JsonObject {
  const text = JSON.stringify(originalOf(message));
  const short = (value: unknown) => (typeof value === "string" ? beginningOf(value, 200) : undefined);
  return {
    type: short(message.type),
    event: short(message.event),
    messageId: short(message.messageId),
    userId: short(message.userId),
    anonymousId: short(message.anonymousId),
    bytes: Buffer.byteLength(text),
    beginning: beginningOf(text, 2048),
  };
}
