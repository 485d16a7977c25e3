/** A JSON object of whatever shape. By a name that somebody sent only own members are read (`Object.hasOwn`). */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether it is an object: neither null nor a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A copy of what JSON can say; structuredClone, which knows cycles and classes too, takes several times as long. */
export function copyOf<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf) as T;
  // The spread makes every member its own, `__proto__` too: only then is it assigned to.
  const copy = { ...value } as Record<string, unknown>;
  for (const name of Object.keys(copy)) copy[name] = copyOf(copy[name]);
  return copy as T;
}
