import { isObject, type JsonObject } from "../../core/json-object.ts";
import { utf8Text } from "../http/body-text.ts";
import { parseJson } from "../http/json-body.ts";

/** A transparent GIF of one pixel. */
export const emptyGif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/**
 * The message in `?data=` of the published pixel API: JSON, as base64 or as it is.
 *
 * @throws Problem `invalid-json`
 */
export function pixelMessage(data: unknown): JsonObject | null {
  if (typeof data !== "string") return null;
  // An unescaped + arrives as a blank.
  const text = data.trimStart().startsWith("{")
    ? data
    : utf8Text(Buffer.from(data.replaceAll(" ", "+"), "base64"));
  const message = parseJson(text);
  return isObject(message) ? message : null;
}
