/** Whether two JSON values are equal; the order of members does not count. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const members = Object.entries(a);
  const others = new Map<string, unknown>(Object.entries(b));
  return (
    members.length === others.size &&
    members.every(([name, value]) => others.has(name) && same(value, others.get(name)))
  );
}
