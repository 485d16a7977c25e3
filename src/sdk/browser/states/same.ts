/** Whether two JSON values are equal; the order of members does not count. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  const inA = a as Readonly<Record<string, unknown>>;
  const inB = b as Readonly<Record<string, unknown>>;
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && same(inA[name], inB[name]))
  );
}
