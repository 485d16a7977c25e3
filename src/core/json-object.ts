/** A JSON object of whatever shape. By a name that somebody sent only own members are read (`Object.hasOwn`). */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether it is an object: neither null nor a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
