import { createHash } from "node:crypto";
import { beginningOf } from "../../core/characters.ts";
import { eventGroup, reservedGroup } from "../../core/event-group.ts";
import type { JsonObject } from "../../core/json-object.ts";
import { id as eventId, longestIdentifier } from "../../core/primitives.ts";
import type { PersonRef } from "../../core/refs.ts";
import type { SdkProperties } from "../../core/session.ts";
import { hasAddress, userId } from "../../core/user.ts";
import { identifier, objectOf } from "./segment-message.ts";
import { segmentName } from "./segment-name.ts";
import { Refusal } from "./segment-refusal.ts";

const segmentTypes = ["track", "identify", "page", "screen", "group", "alias"] as const;
export type SegmentType = (typeof segmentTypes)[number];

const maxSdk = 64;

export function typeOf(message: JsonObject): SegmentType {
  const type = segmentTypes.find((known) => known === message.type);
  if (type === undefined)
    throw new Refusal("invalid-event", `type must be one of ${segmentTypes.join(", ")}.`);
  return type;
}

/** The event's name in our words; only a track message has one of its own. */
export function nameOf(type: SegmentType, message: JsonObject): string {
  switch (type) {
    case "track":
      return trackName(message.event);
    case "page":
    case "screen":
      return `${type}/viewed`;
    case "identify":
      return "user/identified";
    case "alias":
      return "user/aliased";
    case "group":
      return "group/identified";
  }
}

function trackName(event: unknown): string {
  const name = typeof event === "string" ? segmentName(event) : null;
  if (name === null)
    throw new Refusal("invalid-name", "A track message needs event: a name with a letter or digit.");
  if (eventGroup(name) === reservedGroup) {
    throw new Refusal(
      "reserved-group",
      `The group ${reservedGroup} is reserved for the SDK; ${name} falls into it.`,
    );
  }
  return name;
}

/** A userId makes the person known, whatever anonymousId is beside it. */
export function personOf(message: JsonObject): PersonRef {
  const known = identifier(message.userId);
  const id = known ?? identifier(message.anonymousId);
  if (id === undefined) throw new Refusal("no-user", "A message needs a userId or an anonymousId.");
  if (!userId.safeParse(id).success)
    throw new Refusal(
      "no-user",
      `An id of a user must be at most ${longestIdentifier} characters, without U+0000.`,
    );
  if (!hasAddress(id))
    throw new Refusal("no-user", "An id of a user must not be . or .., which no address can end in.");
  return { kind: known === undefined ? "visitor" : "known", id };
}

/** A message's own id. One that an event's id cannot hold is hashed, so that a second delivery still has the same. */
export function messageIdOf(message: JsonObject): string | undefined {
  const id = identifier(message.messageId);
  if (id === undefined || eventId.safeParse(id).success) return id;
  // UTF-16, since UTF-8 would make all half surrogate pairs one.
  return `sha256-${createHash("sha256").update(id, "utf16le").digest("hex")}`;
}

/** The library that sent it, where it says so. */
export function sdkOf(message: JsonObject): SdkProperties | null {
  const library = objectOf(objectOf(message.context).library);
  const name = identifier(library.name);
  if (name === undefined) return null;
  return { name: sdkText(name), version: sdkText(identifier(library.version) ?? "unknown") };
}

const sdkText = (text: string): string => beginningOf(text.replace(/[\0\p{Cs}]/gu, "\ufffd"), maxSdk);

/** The message as received, but for the key: that is a way in, not a fact about the event. */
export function originalOf({ writeKey: _key, ...message }: JsonObject): JsonObject {
  return message;
}
