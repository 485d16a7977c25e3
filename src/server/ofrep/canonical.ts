/** A JSON value with every object's members in one order, so that the same value always makes the same text. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // As pairs: objects put numbers before words, and have no member called __proto__. Marked, so that no list is the same.
  return { members: members.map(([name, member]) => [name, canonical(member)]) };
}
