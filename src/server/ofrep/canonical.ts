/** A JSON value with the members of every object in one order, so that the same value always gives the same text. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // As pairs: objects put numbers before words, and have no member called __proto__. With a mark, so that it differs from any
  // list.
  return { members: members.map(([name, member]) => [name, canonical(member)]) };
}
