/**
 * Work of which there is one at a time. Who asks while it goes on shares one that begins afterwards, and waits for no later
 * one, however often it is asked for.
 */
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
