/** A JSON object of whatever shape. A name that its sender chose may be that of a member of all objects: only own ones are read by it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether it is an object: neither null nor a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
