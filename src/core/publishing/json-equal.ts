/** Whether two JSON values are the same; the order of an object's members does not count. A member that is undefined is not there. */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b) && listEqual(a, b);
  const names = memberNames(a);
  return (
    names.length === memberNames(b).length &&
    names.every((name) => hasMember(b, name) && jsonEqual(member(a, name), member(b, name)))
  );
}

const listEqual = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => jsonEqual(item, b[index]));

/** An object's own members, without those that are undefined. */
export const memberNames = (value: object): string[] =>
  Object.keys(value).filter((name) => member(value, name) !== undefined);

export const hasMember = (value: object, name: string): boolean =>
  Object.hasOwn(value, name) && member(value, name) !== undefined;

/** An object's own member of that name; undefined where there is none, whatever it inherits. */
export const member = (value: object, name: string): unknown =>
  Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
