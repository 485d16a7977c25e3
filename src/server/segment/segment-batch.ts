import { isObject, type JsonObject } from "../../core/json-object.ts";
import { Problem } from "../../core/problem.ts";
import type { IngestItem } from "../store/events.ts";
import { mapMessage, type Reception } from "./segment-mapping.ts";
import { jsonBytes, objectOf } from "./segment-message.ts";

/** The most that a batch may come to once its context is in each of its messages, in bytes. */
const maxMergedBytes = 8 * 1024 * 1024;
/** A hundred bytes a message, in the 500 KiB that a batch may measure. */
const maxMessages = 5000;

/**
 * A batch's messages as items, in order. Its `context` and `integrations` apply to each message, member by member, and
 * its `sentAt` to their times; a message's own member wins. A bad message becomes a refused one among the others.
 *
 * @throws Problem `invalid-body` where there is no list, `too-large` where it is too long
 */
export function mapBatch(body: JsonObject, reception: Reception): IngestItem[] {
  const messages = messagesOf(body);
  const shared = { context: objectOf(body.context), integrations: objectOf(body.integrations) };
  if (jsonBytes(shared) * messages.length > maxMergedBytes) {
    throw new Problem("too-large", "The batch's context, in each of its messages, comes to more than 8 MiB.");
  }
  return messages.map((message) =>
    mapMessage(merged(message, shared), { ...reception, sentAt: body.sentAt }),
  );
}

function messagesOf(body: JsonObject): readonly unknown[] {
  const { batch } = body;
  if (!Array.isArray(batch)) throw new Problem("invalid-body", "batch must be a list of messages.");
  if (batch.length > maxMessages) {
    throw new Problem("too-large", `A batch must have at most ${maxMessages} messages.`);
  }
  return batch;
}

function merged(message: unknown, shared: Readonly<Record<string, JsonObject>>): unknown {
  if (!isObject(message)) return message;
  const members = Object.entries(shared)
    .filter(([, common]) => Object.keys(common).length > 0)
    .map(([key, common]) => [key, { ...common, ...objectOf(message[key]) }]);
  return { ...message, ...Object.fromEntries(members) };
}
