/** A set with one more in it, or one fewer. */
export function withOrWithout<T>(all: ReadonlySet<T>, one: T, on: boolean): ReadonlySet<T> {
  const next = new Set(all);
  if (on) next.add(one);
  else next.delete(one);
  return next;
}
