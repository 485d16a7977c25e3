/** Lets so many requests be under way at once; the others wait in order. */
export function atMost(atOnce: number): <T>(request: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  const turn = () => new Promise<void>((resolve) => waiting.push(resolve));
  return async (request) => {
    if (free > 0) free -= 1;
    else await turn();
    try {
      return await request();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
