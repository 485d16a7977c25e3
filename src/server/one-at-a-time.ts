/** Does work one at a time. Who asks while it runs shares the next run, and waits for no later one. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = (): Promise<void> => {
    current ??= work().finally(() => {
      current = null;
    });
    return current;
  };
  const afterwards = () => {
    next = null;
    return begin();
  };
  return () => {
    if (current === null) return begin();
    next ??= current.then(afterwards, afterwards);
    return next;
  };
}
