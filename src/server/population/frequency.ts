/** The most that an answer names of each thing that was seen. */
export const seenLimits = { events: 200, pairs: 50, fields: 200, values: 20, others: 200 } as const;

/** Counts how often each value came. Only the first `most` different values are counted. */
export class Frequency<T> {
  private readonly counts = new Map<T, number>();
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  add(value: T): void {
    const count = this.counts.get(value);
    if (count !== undefined) this.counts.set(value, count + 1);
    else if (this.counts.size < this.most) this.counts.set(value, 1);
  }

  /** The most frequent first; of those that are equal, the one that came first. */
  top(limit: number): T[] {
    return [...this.counts]
      .sort(([, a], [, b]) => b - a)
      .slice(0, limit)
      .map(([value]) => value);
  }
}

/** The entry of a key, made on first use; undefined where there are `most` others already. */
export function entry<K, V>(map: Map<K, V>, key: K, most: number, make: () => V): V | undefined {
  const found = map.get(key);
  if (found !== undefined || map.size >= most) return found;
  const made = make();
  map.set(key, made);
  return made;
}
