/** One answer of a list, and where the next one begins. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly next: string | null;
}

/** Follows a list's cursors to its end. For lists that a person could read, not for events. */
export async function everyPage<T>(get: (cursor: string | undefined) => Promise<Page<T>>): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await get(cursor);
    all.push(...page.data);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return all;
}
